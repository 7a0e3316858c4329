import test from 'ava'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, otherClient, patient } from '../../../proxy/mail/engine.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot({ users: 9 })
})
test.after.always(() => dovecot.stop())

interface Letter {
  readonly mailbox?: string
  readonly id?: string
  readonly replies?: string
  readonly references?: string
  readonly subject?: string
  readonly flags?: readonly string[]
  readonly minute: number
}

/** Delivers messages one after another: in each mailbox the first one has UID 1. */
async function deliver(n: number, letters: readonly Letter[]): Promise<void> {
  for (const letter of letters) {
    const { mailbox = 'INBOX', id, replies, references, flags = [], minute } = letter
    const { subject = 'Plan' } = letter
    const at = new Date(Date.UTC(2026, 10, 20, 9, minute)).toUTCString()
    const raw = [
      `Subject: ${subject}`,
      `Date: ${at.replace('GMT', '+0000')}`,
      ...(id === undefined ? [] : [`Message-ID: ${id}`]),
      ...(replies === undefined ? [] : [`In-Reply-To: ${replies}`]),
      ...(references === undefined ? [] : [`References: ${references}`]),
      '',
      `text of minute ${minute}`,
      '',
    ].join('\r\n')
    await dovecot.deliver(dovecot.userName(n), { mailbox, raw, flags })
  }
}

async function conversationOf(
  t: Teardown,
  n: number,
  { mailbox = 'INBOX', uid = 1 }: { readonly mailbox?: string; readonly uid?: number } = {},
) {
  const account = openAccount(t, dovecot, n)
  const { context } = fakeContext({ account })
  const { messages, ...counts } = await runAction('conversation', { mailbox, uid }, context)
  return {
    ...counts,
    messages,
    listed: messages.map((one) => `${one.mailbox} ${one.row.uid}: ${one.text ?? ''}`),
  }
}

test('replies of both sides are listed in order of time, each with its folder and first words', async (t) => {
  await deliver(1, [
    { id: '<a@x>', minute: 1 },
    { id: '<c@x>', replies: '<b@me>', references: '<a@x> <b@me>', minute: 3 },
    { id: '<other@x>', subject: 'Re: Plan', minute: 4 },
    { id: '<b@me>', replies: '<a@x>', references: '<a@x>', mailbox: 'Sent', minute: 2 },
    { id: '<d@me>', replies: '<c@x>', references: '<a@x> <c@x>', mailbox: 'Drafts', minute: 5 },
    { id: '<e@x>', references: '<a@x>', mailbox: 'Trash', minute: 6 },
    { id: '<f@x>', references: '<a@x>', mailbox: 'Junk', minute: 7 },
  ])
  const expected = [
    'INBOX 1: text of minute 1',
    'Sent 1: text of minute 2',
    'INBOX 2: text of minute 3',
    'Drafts 1: text of minute 5',
  ]

  const first = await conversationOf(t, 1)
  const own = await conversationOf(t, 1, { mailbox: 'Sent' })

  t.deepEqual(first.listed, expected)
  t.deepEqual(own.listed, expected)
  t.like(first, { count: 4, isComplete: true })
  t.true(first.messages.every(({ uidValidity }) => uidValidity !== '0'))
})

test('a message of the same subject that refers to nothing is alone', async (t) => {
  await deliver(2, [
    { id: '<a@x>', minute: 1 },
    { id: '<b@x>', subject: 'Re: Plan', minute: 2 },
    { subject: 'Re: Plan', minute: 3 },
  ])

  for (const uid of [1, 2, 3]) {
    const { messages, count } = await conversationOf(t, 2, { uid })
    t.deepEqual([messages.map(({ row }) => row.uid), count], [[uid], 1])
  }
})

test('of a message that nothing says was replied to only its folder and Drafts are searched', async (t) => {
  await deliver(9, [
    { id: '<news@x>', minute: 1 },
    { id: '<elsewhere@x>', references: '<news@x>', mailbox: 'Archive', minute: 2 },
    { id: '<draft@me>', references: '<news@x>', mailbox: 'Drafts', minute: 3 },
  ])
  const account = openAccount(t, dovecot, 9)

  const before = await conversationOf(t, 9)
  await account.setFlags('INBOX', [1], { add: ['\\Answered'], remove: [] }, patient)
  const after = await conversationOf(t, 9)

  t.deepEqual(
    before.messages.map(({ mailbox }) => mailbox),
    ['INBOX', 'Drafts'],
  )
  t.deepEqual(
    after.messages.map(({ mailbox }) => mailbox),
    ['INBOX', 'Archive', 'Drafts'],
  )
})

test('a chain of replies without References is followed to its end over folders', async (t) => {
  await deliver(3, [
    { id: '<1@x>', flags: ['\\Answered'], minute: 1 },
    { id: '<2@x>', replies: '<1@x>', mailbox: 'Sent', minute: 2 },
    { id: '<3@x>', replies: 'Your message of today <2@x>', minute: 3 },
    { id: '<4@x>', references: '<lost@x>\r\n <3@x>', minute: 4 },
    { id: '<5@x>', references: '<lost@x>', minute: 5 },
  ])

  const { listed } = await conversationOf(t, 3)

  t.deepEqual(
    listed.map((one) => one.replace(/:.*/, '')),
    ['INBOX 1', 'Sent 1', 'INBOX 2', 'INBOX 3', 'INBOX 4'],
  )
})

test('identifiers of odd characters, and parts of other identifiers, are no trouble', async (t) => {
  const odd = '<"a \\" b"%*+=?{1}@[::1]>'.replaceAll(' ', '_')
  await deliver(4, [
    { id: odd, minute: 1 },
    { id: '<no-at-sign>', replies: odd, minute: 2 },
    { id: '<again>', references: '<no-at-sign>', minute: 3 },
    { id: '<x>', minute: 4 },
    { id: '<y-no-at-sign>', minute: 5 },
  ])

  const { messages } = await conversationOf(t, 4)

  t.deepEqual(
    messages.map(({ row }) => row.uid),
    [1, 2, 3],
  )
})

test('of copies the one is listed that the conversation is of, else that of the likelier folder', async (t) => {
  await deliver(5, [
    { id: '<a@x>', minute: 1 },
    { id: '<a@x>', minute: 1 },
    { id: '<a@x>', mailbox: 'Archive', minute: 1 },
    { id: '<b@me>', replies: '<a@x>', mailbox: 'Sent', minute: 2 },
    { id: '<b@me>', replies: '<a@x>', mailbox: 'Archive', minute: 2 },
  ])
  const namesOf = async (about: { readonly mailbox?: string; readonly uid?: number }) =>
    (await conversationOf(t, 5, about)).messages.map(({ mailbox, row }) => `${mailbox} ${row.uid}`)

  t.deepEqual(await namesOf({ uid: 2 }), ['INBOX 2', 'Sent 1'])
  t.deepEqual(await namesOf({ mailbox: 'Archive', uid: 2 }), ['Archive 1', 'Archive 2'])
})

test('of very many the newest 200 are listed, the message itself among them, and the number of all', async (t) => {
  const client = await otherClient(t, dovecot, 6)
  const letters = Array.from({ length: 250 }, (_, n) =>
    [
      'Subject: Re: Plan',
      `Date: ${new Date(Date.UTC(2026, 10, 20, 9, n)).toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${n}@x>`,
      ...(n === 0 ? [] : ['References: <0@x>']),
      '',
      'text',
      '',
    ].join('\r\n'),
  )
  for (const letter of letters) await client.append('INBOX', letter)

  const { messages, count } = await conversationOf(t, 6)

  t.is(count, 250)
  t.is(messages.length, 200)
  t.deepEqual([messages[0]?.row.uid, messages[1]?.row.uid, messages.at(-1)?.row.uid], [1, 52, 250])
  t.is(messages.at(-1)?.text, 'text')
})

test('a folder that is deleted since it was listed costs itself only', async (t) => {
  await deliver(7, [
    { id: '<a@x>', flags: ['\\Answered'], minute: 1 },
    { id: '<b@me>', replies: '<a@x>', mailbox: 'Sent', minute: 2 },
  ])
  const client = await otherClient(t, dovecot, 7)
  await client.mailboxCreate('Doomed')
  const account = openAccount(t, dovecot, 7)
  const { context } = fakeContext({ account })
  await account.mailboxes({ signal: context.signal })
  await client.mailboxDelete('Doomed')

  const result = await runAction('conversation', { mailbox: 'INBOX', uid: 1 }, context)

  t.is(result.messages.length, 2)
  t.false(result.isComplete)
})

test('a message that is deleted has no conversation', async (t) => {
  await t.throwsAsync(conversationOf(t, 8, { uid: 7 }), { code: 'message_not_found' })
})
