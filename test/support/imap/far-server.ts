import type { Script, ScriptedCommand } from './scripted-imap.ts'

/** A server as large providers have it, with five messages of three parts in each of its mailboxes. */
export function farServer(): Script {
  const mailboxes = [...MAILBOXES]
  return {
    capabilities: 'IMAP4rev1 SASL-IR ID LITERAL+ AUTH=PLAIN',
    signedInCapabilities: [
      'IMAP4rev1 NAMESPACE ID LITERAL+ ESEARCH SORT THREAD=REFERENCES UIDPLUS MOVE CONDSTORE QUOTA',
      'LIST-EXTENDED LIST-STATUS SPECIAL-USE CREATE-SPECIAL-USE',
    ].join(' '),
    reply: (command) => {
      if (command.name === 'APPEND') return appended(command)
      changeMailboxes(mailboxes, command)
      const lines = responseLines(command, mailboxes)
      return lines && [...lines, `${command.tag} OK\r\n`].join('')
    },
  }
}

/** The message that follows is no command of its own: one without line breaks is one line. */
function appended({ tag }: ScriptedCommand): string {
  return `${tag} OK [APPENDUID 1 12]\r\n`
}

function changeMailboxes(mailboxes: string[], { name, line }: ScriptedCommand): void {
  const [path = '', other = ''] = [...line.matchAll(/"([^"]*)"/g)].map(([, word]) => word)
  if (name === 'CREATE') mailboxes.push(path)
  if (name === 'DELETE') mailboxes.splice(mailboxes.indexOf(path), 1)
  if (name !== 'RENAME') return
  for (const [at, one] of mailboxes.entries()) {
    if (one === path || one.startsWith(`${path}/`)) mailboxes[at] = other + one.slice(path.length)
  }
}

const MAILBOXES = ['INBOX', 'Drafts', 'Sent', 'Junk', 'Trash', 'Archive', 'Work', 'Work/Old']
const UIDS = [7, 8, 9, 10, 11]
const COUNTS = 'MESSAGES 5 UNSEEN 5 UIDNEXT 12 UIDVALIDITY 1 HIGHESTMODSEQ 3'

function responseLines(
  { name, line }: ScriptedCommand,
  mailboxes: readonly string[],
): readonly string[] | undefined {
  switch (name) {
    case 'LIST':
      return mailboxes.flatMap((mailbox) => [
        `* LIST (\\Subscribed${useOf(mailbox)}) "/" "${mailbox}"\r\n`,
        ...(line.includes('STATUS') ? [`* STATUS "${mailbox}" (${COUNTS})\r\n`] : []),
      ])
    case 'STATUS':
      return [`* STATUS ${/STATUS ("[^"]*"|\S+)/.exec(line)?.[1] ?? ''} (${COUNTS})\r\n`]
    case 'SELECT':
      return [
        `* ${UIDS.length} EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 12]\r\n`,
        '* OK [HIGHESTMODSEQ 3]\r\n',
      ]
    case 'GETQUOTAROOT':
      return ['* QUOTAROOT INBOX ""\r\n* QUOTA "" (STORAGE 10 1000)\r\n']
    case 'UID SEARCH':
      if (line.includes('DELETED')) return ['* ESEARCH UID\r\n']
      return [`* ESEARCH UID ALL ${UIDS[0] ?? 0}:${UIDS.at(-1) ?? 0}\r\n`]
    case 'UID SORT':
      return [`* SORT ${UIDS.join(' ')}\r\n`]
    case 'UID THREAD':
      return [`* THREAD ${UIDS.map((uid) => `(${uid})`).join('')}\r\n`]
    case 'UID FETCH':
      return fetched(line)
    default:
      return undefined
  }
}

function useOf(mailbox: string): string {
  return ['Drafts', 'Sent', 'Junk', 'Trash', 'Archive'].includes(mailbox) ? ` \\${mailbox}` : ''
}

const FILE =
  '("APPLICATION" "PDF" ("NAME" "a.pdf") NIL NIL "7BIT" 4 NIL ("ATTACHMENT" NIL) NIL NIL)'
const STRUCTURE = `(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 4 1 NIL NIL NIL NIL)${FILE}${FILE} "MIXED")`

const ITEMS: readonly (readonly [requested: RegExp, returned: string])[] = [
  [/\bFLAGS/, 'FLAGS ()'],
  [/MODSEQ/, 'MODSEQ (3)'],
  [/INTERNALDATE/, 'INTERNALDATE "01-Jan-2026 00:00:00 +0000"'],
  [/RFC822\.SIZE/, 'RFC822.SIZE 100'],
  [/ENVELOPE/, 'ENVELOPE (NIL "hello" NIL NIL NIL NIL NIL NIL NIL NIL)'],
  [/BODYSTRUCTURE/, `BODYSTRUCTURE ${STRUCTURE}`],
]

function fetched(line: string): readonly string[] {
  const set = /UID FETCH (\S+)/.exec(line)?.[1] ?? ''
  const requested = set.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split(':').map(Number)
    return UIDS.filter((uid) => uid >= from && uid <= to)
  })
  const items = [
    ...ITEMS.filter(([pattern]) => pattern.test(line)).map(([, reported]) => reported),
    ...[...line.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.\d+>)?/g)].map(sectionReported),
  ]
  return requested.map((uid) => `* ${uid - 6} FETCH (UID ${uid} ${items.join(' ')})\r\n`)
}

function sectionReported([, section = '', offset]: RegExpMatchArray): string {
  const fields = section.startsWith('HEADER.FIELDS') ? '\r\n' : 'text'
  const from = offset === undefined ? '' : `<${offset}>`
  return `BODY[${section}]${from} {${fields.length}}\r\n${fields}`
}
