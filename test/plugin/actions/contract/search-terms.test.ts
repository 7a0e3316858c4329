import test from 'ava'
import fc from 'fast-check'
import { searchTerms } from '../../../../plugin/actions/contract/search-terms.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, otherClient, patient, request } from '../../../proxy/mail/engine.ts'

let dovecot: Dovecot
const FIELDS = ['subject', 'from', 'to'] as const

const MESSAGES: readonly Parameters<Dovecot['deliver']>[1][] = [
  {
    raw: 'From: Ada King <ada@example.org>\r\nTo: robin@example.test\r\nSubject: Annual report\r\n\r\nthree offers\r\n',
    flags: ['\\Seen'],
  },
  {
    raw: 'From: Bert <bert@example.org>\r\nTo: x@example.org\r\nCc: Robin <robin@example.test>\r\nSubject: Re: report, annual\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b--\r\n',
    flags: ['\\Flagged'],
  },
  {
    raw:
      'From: "Müller, Jürgen" <jm@example.org>\r\nSubject: Einladung: -20 % "Grüße"\r\nList-Id: Sailing <sail.example.org>\r\n\r\n' +
      'long line of it\r\n'.repeat(400),
    flags: ['\\Seen', '\\Answered'],
  },
]

test.before(async () => {
  dovecot = await startDovecot({ users: 1 })
  const owner = dovecot.userName(1)
  for (const message of MESSAGES) await dovecot.deliver(owner, message)
  for (const flag of ['$Forwarded', 'Holiday']) {
    await dovecot.doveadm.setFlag(owner, { mailbox: 'INBOX', uid: 2, flag }, true)
  }
})
test.after.always(() => dovecot.stop())

const year = new Date().getFullYear()
const cases: Readonly<Record<string, readonly number[]>> = {
  'annual report': [1, 2],
  '"annual report"': [1],
  'report -annual': [],
  'report -from:bert': [1],
  'from:ada': [1],
  'FROM:"ada king"': [1],
  'from:müller': [3],
  'to:robin': [1, 2],
  'cc:robin': [2],
  'subject:report OR list:sail': [1, 2, 3],
  '-subject:report': [3],
  'body:offers': [1],
  'is:unread': [2],
  'is:read is:answered': [3],
  'is:starred OR is:answered': [2, 3],
  'is:forwarded': [2],
  'tag:holiday': [2],
  '-label:Holiday': [1, 3],
  'has:attachment': [2],
  'larger:5k': [3],
  'smaller:0.005M': [1, 2],
  [`after:${year}`]: [1, 2, 3],
  [`before:${year}-01-01`]: [],
  [`after:${year + 1}/1/1`]: [],
  // No operator of ours, or none of its values: words like others.
  'Einladung:': [3],
  'after:lunch': [],
  'is:strange': [],
  '-20': [1, 2],
  '"-20 %"': [3],
  'grüße"': [3],
  // As the text it is: in each address.
  OR: [1, 2, 3],
}

for (const [text, uids] of Object.entries(cases)) {
  test(`${text} finds ${uids.length === 0 ? 'nothing' : uids.join(', ')}`, async (t) => {
    const account = openAccount(t, dovecot, 1)
    const search = { text, terms: searchTerms(text), fields: FIELDS, filter: 'all' } as const

    const page = await account.page(request({ search }), patient)

    t.deepEqual(page.rows.map(({ summary }) => summary.uid).sort(), uids)
  })
}

test('what is about flags is found anew when they change', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const text = 'tag:fresh OR is:draft'
  const search = { text, terms: searchTerms(text), fields: FIELDS, filter: 'all' } as const
  t.is((await account.page(request({ search }), patient)).total, 0)

  const client = await otherClient(t, dovecot, 1)
  await client.mailboxOpen('INBOX')
  await client.messageFlagsAdd('3', ['fresh'])

  t.is((await account.page(request({ search }), patient)).total, 1)
})

test('no text is refused by the server', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const words = [
    'from:',
    'OR',
    '-',
    '"',
    'is:unread',
    'tag:a]b',
    'larger:99999G',
    'ü',
    ' ',
    'after:2026-02-31',
    '\\',
    '{3}',
    '*',
    '%',
  ]
  const typed = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5, unit: 'binary' })), {
      maxLength: 12,
    })
    .map((pieces) =>
      pieces
        .join('')
        .replaceAll(/[\0-\x1f\x7f]/g, ' ')
        .trim(),
    )

  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      const search = { text, terms: searchTerms(text), fields: FIELDS, filter: 'all' } as const
      const { total } = await account.page(request({ search }), patient)
      t.true(total <= MESSAGES.length)
    }),
    { numRuns: 200 },
  )
})
