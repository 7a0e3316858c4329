import test from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient, request } from '../engine.ts'

// Messages a stranger can send that make the server say more than anyone needs of them: each costs no one else's row.

const long = `\r\n ${'x'.repeat(70)}`.repeat(1_000)
const recipients = (count: number) =>
  Array.from({ length: count }, (_, n) => `Name ${n} <name-${n}@recipients.example>`).join(',\r\n ')
const message = (header: string, body = 'x') =>
  `Subject: large\r\nFrom: a@sender.example\r\n${header}\r\n\r\n${body}\r\n`

const attached = [
  'Content-Type: message/rfc822',
  '',
  `To: ${recipients(1_000)}`,
  'Subject: within',
  '',
  'y',
].join('\r\n')
const named = (n: number) =>
  `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${`${n}-`.padEnd(800, 'n')}.pdf"\r\n\r\nz`
const mixed = (parts: readonly string[]) =>
  message(
    'Content-Type: multipart/mixed; boundary=b',
    [...parts.map((part) => `--b\r\n${part}`), '--b--'].join('\r\n'),
  )
const text = 'Content-Type: text/plain\r\n\r\nthe words'

const large: readonly (readonly [what: string, raw: string])[] = [
  ...[
    'In-Reply-To',
    'Message-ID',
    'Content-ID',
    'Date',
    'From',
    'To',
    'Cc',
    'Sender',
    'Subject',
  ].map((name) => [`${name} of 70 kB`, message(`${name}: a${long}`)] as const),
  ['a Content-Type of 70 kB', message(`Content-Type: text/plain; x="${long}"`)],
  [
    '14,000 recipients in six fields',
    message(
      ['To', 'Cc', 'Bcc', 'Reply-To', 'Sender', 'X-To']
        .map((name) => `${name}: ${recipients(14_000)}`)
        .join('\r\n'),
    ),
  ],
  [
    '300 attached messages of 1,000 recipients',
    mixed([text, ...Array<string>(300).fill(attached)]),
  ],
  ['9,000 long file names', mixed([text, ...Array.from({ length: 9_000 }, (_, n) => named(n))])],
]

test('no message of a stranger costs another row: list, search, threads, reading', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  await dovecot.deliver(user, { raw: message('X-First: yes').replace('large', 'ordinary') })
  for (const [, raw] of large) await dovecot.deliver(user, { raw })
  const account = openAccount(t, dovecot, 1)
  const search = { text: 'large', fields: ['subject'], filter: 'all' } as const

  const list = await account.page(request({ pageSize: 50 }), patient)
  const found = await account.page(request({ pageSize: 50, search }), patient)
  const threads = await account.page(request({ pageSize: 50, isThreaded: true }), patient)

  t.is(list.rows.length, large.length + 1)
  t.is(list.rows.at(-1)?.summary.subject, 'ordinary')
  t.true(found.rows.length >= large.length - 1)
  t.is(threads.rows.length, large.length + 1)
  const marked = list.rows.filter(({ summary }) => summary.isIncomplete === true).length
  t.true(marked > 0 && marked < large.length, `${marked} are marked as incomplete`)
  for (const [index, [what]] of large.entries()) {
    const uid = index + 2
    const row = list.rows.find(({ summary }) => summary.uid === uid)
    t.regex(row?.summary.subject ?? '', /large|xxx/, what)
    const read = await account.message('INBOX', uid, patient)
    t.regex(read.row.summary.subject, /large|xxx/, what)
    t.regex(read.text ?? '', /x|the words/, what)
  }
  // A search may take a second one.
  t.true((await dovecot.logins()) <= 2)
})
