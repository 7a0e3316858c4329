import test from 'ava'
import {
  defaultReply,
  startScriptedImap,
  type Script,
  type ScriptedCommand,
} from '../../../support/imap/scripted-imap.ts'
import { openEngine, patient, request } from '../engine.ts'

// What servers say that no grammar has, or that RFC 9051 has and is seldom met: it costs the row it is about at most.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

/** Every ATOM-CHAR of RFC 9051 9: any character but blanks, controls and `(){%*"\]`. */
const ATOM_CHARACTERS = [...Array(0x7f - 0x21).keys()]
  .map((code) => String.fromCharCode(code + 0x21))
  .filter((character) => !'(){%*"\\]'.includes(character))

const ENVELOPE = '(NIL "odd" NIL NIL NIL NIL NIL NIL NIL NIL)'
const STRUCTURE = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10 1)'

interface OddRow {
  readonly flags?: string
  readonly envelope?: string
  readonly structure?: string
}

/** The FETCH answer of message 2, by what is odd of it. */
function rowOf({ flags = '', envelope = ENVELOPE, structure = STRUCTURE }: OddRow): string {
  return [
    `* 2 FETCH (UID 8 FLAGS (${flags}) INTERNALDATE "02-Jan-2026 00:00:00 +0000" RFC822.SIZE 200`,
    ` ENVELOPE ${envelope} BODYSTRUCTURE ${structure}`,
    ' BODY[HEADER.FIELDS (X-PRIORITY)] {2}\r\n\r\n)\r\n',
  ].join('')
}

const HEADER = 'Subject: by header\r\nFrom: "Doe, Jo" <jo@sender.example>\r\n\r\n'

/** Three messages, of which the second is told as the text says, and its header where it is requested alone. */
function mailboxWith(odd: string, changes: Script['reply'] = () => undefined): Script {
  const ordinary = (sequence: number, uid: number) =>
    rowOf({ envelope: ENVELOPE.replace('odd', `ordinary ${uid}`) })
      .replace('* 2 ', `* ${sequence} `)
      .replace('UID 8', `UID ${uid}`)
  const rows = new Map([
    ['7', ordinary(1, 7)],
    ['8', odd],
    ['9', ordinary(3, 9)],
  ])
  const headerOf = (uid: string) =>
    `* ${Number(uid) - 6} FETCH (UID ${uid} FLAGS (\\Seen) INTERNALDATE "02-Jan-2026 00:00:00 +0000" RFC822.SIZE 200 BODY[HEADER.FIELDS (SUBJECT)]<0> {${HEADER.length}}\r\n${HEADER})\r\n`
  return {
    reply: (command, connection) => {
      const { tag, name, line } = command
      const changed = changes(command, connection)
      if (changed !== undefined) return changed
      if (name === 'SELECT') {
        return `* 3 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 10]\r\n${tag} OK\r\n`
      }
      if (name === 'UID SEARCH') return `* ESEARCH UID ALL 7:9\r\n${tag} OK\r\n`
      if (name !== 'UID FETCH') return undefined
      const requested = uidsOf(command)
      if (!line.includes('ENVELOPE ')) return `${requested.map(headerOf).join('')}${tag} OK\r\n`
      return `${requested.map((uid) => rows.get(uid) ?? '').join('')}${tag} OK\r\n`
    },
  }
}

function uidsOf({ line }: ScriptedCommand): readonly string[] {
  const [first = '', last = first] = (line.split(' ')[3] ?? '').split(':')
  return ['7', '8', '9'].filter((uid) => uid >= first && uid <= last)
}

const oddRows: readonly (readonly [what: string, row: string])[] = [
  [
    'a line break in a quoted name',
    rowOf({ structure: '("application" "pdf" ("name" "x.\r\n pdf") NIL NIL "base64" 20)' }),
  ],
  [
    'a line break and no blank in a quoted name',
    rowOf({ structure: '("application" "pdf" ("name" "x.\r\npdf") NIL NIL "base64" 20)' }),
  ],
  ['a line break in a quoted subject', rowOf({ envelope: ENVELOPE.replace('odd', 'o\r\n dd') })],
  [
    'a quotation mark that stands alone in a subject',
    rowOf({ envelope: ENVELOPE.replace('odd', '5" disk') }),
  ],
  [
    'quotation marks that are not escaped',
    rowOf({ envelope: ENVELOPE.replace('odd', 'an "odd" one') }),
  ],
  ['a quoted string without an end', rowOf({ structure: '("TEXT" "PLAIN' })],
  ['a list without an end', rowOf({ structure: '("TEXT" "PLAIN" (' })],
  ['a list that ends twice', rowOf({ structure: '("TEXT" "PLAIN"))' })],
  ['an ENVELOPE of NIL', rowOf({ envelope: 'NIL' })],
  ['a BODYSTRUCTURE of NIL', rowOf({ structure: 'NIL' })],
  ['no ENVELOPE', rowOf({}).replace(` ENVELOPE ${ENVELOPE}`, '')],
  ['no BODYSTRUCTURE', rowOf({}).replace(` BODYSTRUCTURE ${STRUCTURE}`, '')],
]

for (const [what, row] of oddRows) {
  test(`a row costs no one else theirs: ${what}`, async (t) => {
    const server = await startScriptedImap(t, mailboxWith(row))
    const { accounts } = openEngine(t, server)

    const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

    t.is(page.total, 3)
    const [last, odd, first] = page.rows
    t.is(last?.summary.subject, 'ordinary 9')
    t.is(first?.summary.subject, 'ordinary 7')
    t.is(odd?.summary.uid, 8)
    t.regex(odd?.summary.subject ?? '', /odd|o dd|disk|by header/)
    t.is(server.connections(), 1)
    const read = await accounts.account(someone, '192.0.2.1').message('INBOX', 8, patient)
    t.regex(read.row.summary.subject, /odd|o dd|disk|by header/)
  })
}

test('a piece of a body without its origin is read', async (t) => {
  const server = await startScriptedImap(
    t,
    mailboxWith(rowOf({}), ({ name, tag, line }) =>
      name === 'UID FETCH' && line.includes('BODY.PEEK[1]<')
        ? `* 2 FETCH (UID 8 BODY[1] {9}\r\nthe words)\r\n${tag} OK\r\n`
        : undefined,
    ),
  )
  const { accounts } = openEngine(t, server)

  const { text } = await accounts.account(someone, '192.0.2.1').message('INBOX', 8, patient)

  t.is(text, 'the words')
})

test('a message without BODYSTRUCTURE is read by the headers of its parts', async (t) => {
  const part = (section: string, bytes: string) =>
    ` BODY[${section}]<0> {${bytes.length}}\r\n${bytes}`
  const headers = [
    part('1.MIME', 'Content-Type: text/plain; charset="utf-8"\r\n\r\n'),
    part(
      '2.MIME',
      'Content-Type: application/pdf; name=x.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n',
    ),
    ' BODY[3.MIME]<0> NIL',
  ].join('')
  const type = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n'
  const server = await startScriptedImap(
    t,
    mailboxWith(rowOf({ structure: 'NIL' }), ({ name, tag, line }) => {
      if (name !== 'UID FETCH') return undefined
      const reported = line.includes('1.MIME')
        ? headers
        : line.includes('CONTENT-TRANSFER-ENCODING')
          ? part('HEADER.FIELDS (CONTENT-TYPE)', type)
          : line.includes('BODY.PEEK[1]<')
            ? part('1', 'the words')
            : undefined
      return reported && `* 2 FETCH (UID 8${reported})\r\n${tag} OK\r\n`
    }),
  )
  const { accounts } = openEngine(t, server)

  const read = await accounts.account(someone, '192.0.2.1').message('INBOX', 8, patient)

  t.is(read.text, 'the words')
  t.like(read.attachments, [{ id: '2', type: 'application/pdf', filename: 'x.pdf' }])
})

test('a message that is named and never told of is left out', async (t) => {
  const server = await startScriptedImap(
    t,
    mailboxWith('', (command) => {
      const { name, tag, line } = command
      if (name !== 'UID FETCH' || line.includes('ENVELOPE ')) return undefined
      const reported = uidsOf(command).filter((uid) => uid !== '8')
      return `${reported.map((uid) => `* ${Number(uid) - 6} FETCH (UID ${uid} FLAGS ())\r\n`).join('')}${tag} OK\r\n`
    }),
  )
  const { accounts } = openEngine(t, server)

  const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

  t.deepEqual(
    page.rows.map(({ summary }) => summary.uid),
    [9, 7],
  )
})

test('a message the server fails to tell of is a row that says so', async (t) => {
  const server = await startScriptedImap(
    t,
    mailboxWith('', (command) => {
      const { name, tag, line } = command
      if (name !== 'UID FETCH' || !uidsOf(command).includes('8')) return undefined
      const isAlone = uidsOf(command).length === 1
      if (isAlone && !line.includes('HEADER')) return undefined
      const reported = isAlone ? '' : rowOf({}).replace('* 2 ', '* 1 ').replace('UID 8', 'UID 7')
      return `${reported}${tag} NO [SERVERBUG] Internal error occurred\r\n`
    }),
  )
  const { accounts } = openEngine(t, server)

  const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

  t.deepEqual(
    page.rows.map(({ summary }) => [summary.uid, summary.isIncomplete]),
    [
      [9, true],
      [8, true],
      [7, undefined],
    ],
  )
})

test('every ATOM-CHAR may stand in keywords, names of mailboxes and parameters of a part', async (t) => {
  const atoms = ATOM_CHARACTERS.flatMap((character) => [
    character,
    `${character}x`,
    `x${character}`,
    `BODY${character}x`,
  ])
  atoms.push('NIL')
  const flags = atoms.join(' ')
  const parameters = atoms.map((atom) => `"x" ${atom}`).join(' ')
  const structure = `("TEXT" "PLAIN" (${parameters} "charset" us-ascii) NIL NIL "7BIT" 10 1)`
  const row = rowOf({ flags, structure })
  const script = mailboxWith(row, ({ name, tag }) => {
    if (name === 'LIST') {
      const names = atoms.map((atom) => `* LIST () "/" ${atom}\r\n`).join('')
      return `* LIST () "/" INBOX\r\n${names}${tag} OK\r\n`
    }
    if (name !== 'SELECT') return undefined
    return `* FLAGS (${flags})\r\n* OK [PERMANENTFLAGS (${flags} \\*)] so\r\n* 3 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 10]\r\n${tag} OK\r\n`
  })
  const server = await startScriptedImap(t, script)
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')

  const page = await account.page(request(), patient)
  const mailboxes = await account.mailboxes(patient)

  const odd = page.rows.find(({ summary }) => summary.uid === 8)
  t.deepEqual(odd?.flags, atoms)
  t.is(odd?.summary.subject, 'odd')
  const names = new Set<string>(mailboxes.map(({ path }) => path))
  // `&` starts a shifted character (RFC 3501 5.1.3).
  const reported = atoms.filter((atom) => !atom.includes('&'))
  t.deepEqual(
    reported.filter((atom) => !names.has(atom)),
    [],
  )
  t.is(server.connections(), 1)
})

test('a mailbox that counts more messages than it names is shown with those it names', async (t) => {
  const server = await startScriptedImap(t, {
    reply: (command) =>
      command.name === 'SELECT'
        ? defaultReply(command).replace('* 1 EXISTS', '* 2 EXISTS')
        : undefined,
  })
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')

  const page = await account.page(request(), patient)
  const again = await account.page(request(), patient)

  t.is(page.rows.length, 1)
  t.is(again.rows.length, 1)
})

test('an owner whose INBOX is not listed has one', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) => (name === 'LIST' ? `* LIST () "/" Sent\r\n${tag} OK\r\n` : undefined),
  })
  const { accounts } = openEngine(t, server)

  const mailboxes = await accounts.account(someone, '192.0.2.1').mailboxes(patient)

  t.deepEqual(
    mailboxes.map(({ path }) => path as string),
    ['INBOX', 'Sent'],
  )
})
