import test, { type ExecutionContext } from 'ava'
import type { ImapFlow } from 'imapflow'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import type { MessagePage, PageRequest } from '../../../../proxy/mail/model/message-list.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { sampleMessage } from '../../../support/sample-messages.ts'
import { openAccount, otherClient, patient, request } from '../engine.ts'
import { seededRandom } from '../seeded-random.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

/** What a client without any cache sees: uid and flags in UID order. */
type Truth = readonly { readonly uid: number; readonly flags: readonly string[] }[]

test('whatever another client does, a page is what a fresh FETCH shows', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 30)
  const account = openAccount(t, dovecot, 1)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')
  const random = seededRandom(20_261_121)

  for (let step = 0; step < 350; step += 1) {
    const operation = await operate(other, random, step)
    const wanted = request({ page: 1 + Math.floor(random() * 3), pageSize: 10 })
    // Sometimes our own connection looks elsewhere in between, so that INBOX is selected again.
    if (random() < 0.2) await account.page(request({ mailbox: mailboxName('Sent') }), patient)
    const page = await account.page(wanted, patient)
    expectTruth(t, page, wanted, await truthOf(other), `step ${step}: ${operation}`)
  }
})

test('a list sorted by date is what a fresh SORT shows after every change', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 30)
  const account = openAccount(t, dovecot, 1)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')
  const random = seededRandom(7)

  for (let step = 0; step < 80; step += 1) {
    await operate(other, random, step)
    const page = await byDate(account)
    const dates = page.rows.map(({ summary }) => summary.date)
    t.deepEqual(
      dates,
      [...dates].sort((one, two) => two - one),
    )
    t.is(page.total, (await truthOf(other)).length)
  }
})

test('counts are what STATUS notifies another client after every change', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 30)
  const account = openAccount(t, dovecot, 1)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')
  const random = seededRandom(99)
  await account.page(request(), patient)

  for (let step = 0; step < 80; step += 1) {
    await operate(other, random, step)
    const truth = await truthOf(other)
    const counts = await account.counts(patient)
    const inbox = counts.find(({ path }) => path === 'INBOX')
    t.like(inbox, {
      messages: truth.length,
      unseen: truth.filter(({ flags }) => !flags.includes('\\Seen')).length,
    })
  }
})

function byDate(account: Account): Promise<MessagePage> {
  const sort = { by: 'date', isDescending: true } as const
  return account.page(request({ sort, pageSize: 100 }), patient)
}

async function operate(other: ImapFlow, random: () => number, step: number): Promise<string> {
  const uids = (await truthOf(other)).map(({ uid }) => uid)
  const some = uids.filter(() => random() < 0.15).join(',')
  const die = random()
  if (die < 0.3 || uids.length < 12 || some === '') {
    await other.append('INBOX', sampleMessage(1_000 + step, 'a@example.test'), [])
    return 'append'
  }
  if (die < 0.5) {
    await other.messageDelete(some, { uid: true })
    return `expunge ${some}`
  }
  if (die < 0.7) {
    await other.messageFlagsAdd(some, ['\\Seen', '\\Flagged'], { uid: true })
    return `flag ${some}`
  }
  if (die < 0.9) {
    await other.messageFlagsRemove(some, ['\\Seen'], { uid: true })
    return `unsee ${some}`
  }
  await other.messageMove(some, 'Trash', { uid: true })
  return `move ${some}`
}

async function truthOf(other: ImapFlow): Promise<Truth> {
  const fetched = await other.fetchAll('1:*', { uid: true, flags: true })
  return fetched.map(({ uid, flags }) => ({
    uid,
    flags: [...(flags ?? [])].filter(isLasting).sort(),
  }))
}

function expectTruth(
  t: ExecutionContext,
  page: MessagePage,
  wanted: PageRequest,
  truth: Truth,
  when: string,
): void {
  const first = (page.page - 1) * wanted.pageSize
  const expected = [...truth].reverse().slice(first, first + wanted.pageSize)
  const shown = page.rows.map(({ summary, flags }) => ({
    uid: summary.uid,
    flags: flags.filter(isLasting).sort(),
  }))
  t.deepEqual(shown, expected, when)
  t.is(page.total, truth.length, when)
  t.is(page.state.messages, truth.length, when)
  t.is(page.state.unseen, truth.filter(({ flags }) => !flags.includes('\\Seen')).length, when)
}

/** \Recent belongs to one session, not to the message (RFC 3501 2.3.2). */
function isLasting(flag: string): boolean {
  return flag !== '\\Recent'
}
