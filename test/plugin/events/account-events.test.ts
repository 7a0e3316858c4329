import test from 'ava'
import { createAccountEvents, type AccountEvents } from '../../../plugin/events/account-events.ts'
import type { NumberedEvent } from '../../../plugin/events/memory.ts'
import { countsOf, createWatchedAccount } from './watched-account.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

function eventsOf(
  account: ReturnType<typeof createWatchedAccount>,
  limits: { readonly lingerMs?: number; readonly maxEvents?: number; onClosed?: () => void } = {},
): AccountEvents {
  return createAccountEvents({
    account,
    epoch: 'e',
    coalesceMs: 0,
    lingerMs: 60_000,
    maxEvents: 16,
    onJoined: () => undefined,
    onLeft: () => undefined,
    onClosed: () => undefined,
    ...limits,
  })
}

/** Listens until so many events came. */
function listenTo(
  accountEvents: AccountEvents,
  count: number,
  mailbox = mailboxName('INBOX'),
  lastEventId?: string,
) {
  const events: NumberedEvent[] = []
  let enough: () => void = () => undefined
  const came = new Promise<void>((resolve) => (enough = resolve))
  const subscription = accountEvents.join({
    mailbox,
    lastEventId,
    listener: (event) => {
      events.push(event)
      if (events.length === count) enough()
    },
  })
  return { subscription, events, came }
}

const kindsOf = (events: readonly NumberedEvent[]): unknown[] =>
  events.map(({ json }) => {
    const event: unknown = JSON.parse(json)
    return event
  })

test('a change reaches every stream of the account under the same id', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  const one = listenTo(accountEvents, 1)
  const other = listenTo(accountEvents, 1, mailboxName('Archive'))
  t.teardown(() => accountEvents.close())

  account.publish({ kind: 'changed', mailbox: 'INBOX' })
  await Promise.all([one.came, other.came])

  t.deepEqual(one.events, other.events)
  t.deepEqual(kindsOf(one.events), [{ version: 2, kind: 'changed', mailbox: 'INBOX' }])
})

test('a burst about one mailbox is told once, with its last count', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  const { events, came } = listenTo(accountEvents, 1)
  t.teardown(() => accountEvents.close())

  for (const messages of [1, 2, 3]) account.publish(countsOf('INBOX', messages))
  await came

  t.deepEqual(kindsOf(events), [
    { version: 2, kind: 'counts', mailbox: 'INBOX', messages: 3, unseen: 3 },
  ])
})

test('"read everything again" stands for all that came with it', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  const { events, came } = listenTo(accountEvents, 1)
  t.teardown(() => accountEvents.close())

  account.publish(countsOf('INBOX', 1))
  account.publish({ kind: 'resync' })
  account.publish({ kind: 'changed', mailbox: 'INBOX' })
  await came

  t.deepEqual(kindsOf(events), [{ version: 2, kind: 'resync' }])
})

test('more changes at once than are remembered become "read everything again"', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account, { maxEvents: 4 })
  const { events, came } = listenTo(accountEvents, 1)
  t.teardown(() => accountEvents.close())

  for (let n = 0; n < 10; n += 1)
    account.publish({ kind: 'changed', mailbox: mailboxName(`Folder ${n}`) })
  await came

  t.deepEqual(kindsOf(events), [{ version: 2, kind: 'resync' }])
})

test('a client without an id is told to read everything', (t) => {
  const accountEvents = eventsOf(createWatchedAccount())
  t.teardown(() => accountEvents.close())

  const { subscription } = listenTo(accountEvents, 1)

  t.deepEqual(kindsOf(subscription.missed), [{ version: 2, kind: 'resync' }])
  t.is(subscription.missed[0]?.id, 'e-0')
})

test('a client that comes back gets exactly what it missed', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  const stays = listenTo(accountEvents, 2)
  const leaves = listenTo(accountEvents, 1)
  t.teardown(() => accountEvents.close())
  account.publish({ kind: 'changed', mailbox: 'INBOX' })
  await leaves.came
  leaves.subscription.leave()
  account.publish({ kind: 'changed', mailbox: mailboxName('Archive') })
  await stays.came

  const back = listenTo(accountEvents, 1, 'INBOX', leaves.events[0]?.id)

  t.deepEqual(kindsOf(back.subscription.missed), [
    { version: 2, kind: 'changed', mailbox: 'Archive' },
  ])
})

test('what happens while no page is open is told to the one that returns', async (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  t.teardown(() => accountEvents.close())
  const first = listenTo(accountEvents, 1)
  account.publish({ kind: 'changed', mailbox: 'INBOX' })
  await first.came
  first.subscription.leave()

  account.publish({ kind: 'mailboxes' })
  const back = listenTo(accountEvents, 1, 'INBOX', first.events[0]?.id)
  await back.came

  t.deepEqual(kindsOf([...back.subscription.missed, ...back.events]), [
    { version: 2, kind: 'mailboxes' },
  ])
})

test('two pages on one folder share a watch', (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  t.teardown(() => accountEvents.close())

  listenTo(accountEvents, 1)
  const { subscription } = listenTo(accountEvents, 1)
  subscription.leave()

  t.deepEqual(account.watched, ['INBOX'])
})

test('a page that goes to another folder is watched there only', (t) => {
  const account = createWatchedAccount()
  const accountEvents = eventsOf(account)
  t.teardown(() => accountEvents.close())
  const before = listenTo(accountEvents, 1, 'INBOX')

  before.subscription.leave()
  t.deepEqual(account.watched, ['INBOX'])
  listenTo(accountEvents, 1, mailboxName('Archive'))

  t.deepEqual(account.watched, ['Archive'])
})

test('nothing is watched any more when no one came back', async (t) => {
  const account = createWatchedAccount()
  await new Promise<void>((resolve) => {
    const accountEvents = eventsOf(account, { lingerMs: 0, onClosed: resolve })
    listenTo(accountEvents, 1).subscription.leave()
  })

  t.deepEqual(account.watched, [])
})
