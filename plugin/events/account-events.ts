import {
  type Account,
  type MailEvent,
  type MailboxName,
  type Watch,
  createCoalescedEvents,
} from '../../proxy/mail/index.ts'
import { nativeEvent } from '../wire/native/event.ts'
import { type NumberedEvent, createEventMemory } from './memory.ts'

/** The events of all mailbox owners of this process. */
export interface EventsByAccount {
  /** `owner` names the mailbox owner: two owners never share events, whichever user signed in for them. */
  of(owner: string, account: Pick<Account, 'watch'>, user: string): AccountEvents
  /** undefined while no one listens to the owner. */
  find(owner: string): AccountEvents | undefined
  /** Those of a user, each of a way in which they signed in. */
  ofUser(user: string): readonly AccountEvents[]
  close(): void
}

interface EventsByAccountOptions {
  readonly coalesceMs: number
  readonly lingerMs: number
  /** Events remembered of one account. */
  readonly maxEvents: number
  /** Owners without a stream whose events wait for a client to come back. */
  readonly maxLingering: number
  readonly newEpoch: () => string
}

/** An owner's events are watched from their first stream until some time after the last. */
export function createEventsByAccount(options: EventsByAccountOptions): EventsByAccount {
  const { newEpoch, maxLingering, ...limits } = options
  const byAccount = new Map<string, AccountEvents>()
  const byUser = new Map<string, Set<AccountEvents>>()
  /** In the order in which they were left. */
  const lingering = new Set<string>()

  const start = (owner: string, account: Pick<Account, 'watch'>, user: string): AccountEvents => {
    const ofUser = byUser.get(user) ?? new Set()
    const accountEvents = createAccountEvents({
      ...limits,
      account,
      epoch: newEpoch(),
      onJoined: () => lingering.delete(owner),
      onLeft: () => {
        lingering.add(owner)
        endOldest()
      },
      onClosed: () => {
        byAccount.delete(owner)
        lingering.delete(owner)
        if (ofUser.delete(accountEvents) && ofUser.size === 0) byUser.delete(user)
      },
    })
    byAccount.set(owner, accountEvents)
    byUser.set(user, ofUser.add(accountEvents))
    return accountEvents
  }

  // A client that comes back later gets a resync, and so misses nothing.
  const endOldest = (): void => {
    const [oldest] = lingering
    if (lingering.size > maxLingering && oldest !== undefined) byAccount.get(oldest)?.close()
  }

  return {
    of: (owner, account, user) => byAccount.get(owner) ?? start(owner, account, user),
    find: (owner) => byAccount.get(owner),
    ofUser: (user) => [...(byUser.get(user) ?? [])],
    close() {
      for (const accountEvents of [...byAccount.values()]) accountEvents.close()
    },
  }
}

/** The events of one mailbox owner, for all their streams: watched once, numbered once. */
export interface AccountEvents {
  join(options: {
    /** The mailbox on show. */
    readonly mailbox: MailboxName | undefined
    /** Id of the last event the client has, if it had any. */
    readonly lastEventId: string | undefined
    readonly listener: (event: NumberedEvent) => void
  }): EventSubscription
  /** Publishes a change that did not come from the mail server. */
  note(event: MailEvent): void
  close(): void
}

/** A stream that listens to an account's events. */
interface EventSubscription {
  /** What the client missed; without a known id, a resync. */
  readonly missed: readonly NumberedEvent[]
  leave(): void
}

interface AccountEventsOptions {
  readonly account: Pick<Account, 'watch'>
  readonly epoch: string
  /** Bursts are published once in this time. */
  readonly coalesceMs: number
  /** Watching continues this long without a stream, so that a client that comes back misses nothing. */
  readonly lingerMs: number
  readonly maxEvents: number
  /** The first stream is there. */
  readonly onJoined: () => void
  /** The last stream is closed; watching lingers. */
  readonly onLeft: () => void
  readonly onClosed: () => void
}

/** Watches nothing before a stream joins, and closes itself when none comes back. */
export function createAccountEvents(options: AccountEventsOptions): AccountEvents {
  const { account, epoch, coalesceMs, lingerMs, maxEvents } = options
  const memory = createEventMemory({ epoch, maxEvents })
  const listeners = new Set<(event: NumberedEvent) => void>()
  const watched = new Map<string | undefined, WatchedMailbox>()
  let lingering: ReturnType<typeof setTimeout> | undefined

  const { push: note, close: stopPublishing } = createCoalescedEvents({
    coalesceMs,
    maxEvents,
    publish: (events) => {
      for (const [about, event] of events) {
        const numbered = memory.add(about, JSON.stringify(nativeEvent(event)))
        for (const listener of listeners) listener(numbered)
      }
    },
  })

  const subscribe = (mailbox: MailboxName | undefined): void => {
    const held = watched.get(mailbox)
    if (held !== undefined) held.subscriptions += 1
    else
      watched.set(mailbox, { watch: account.watch({ mailbox, listener: note }), subscriptions: 1 })
  }

  const unsubscribe = (mailbox: MailboxName | undefined): void => {
    const held = watched.get(mailbox)
    if (held !== undefined) held.subscriptions -= 1
  }

  const closeUnused = (): void => {
    for (const [mailbox, { watch, subscriptions }] of watched) {
      if (subscriptions > 0) continue
      watch.close()
      watched.delete(mailbox)
    }
  }

  const close = (): void => {
    stopPublishing()
    clearTimeout(lingering)
    for (const { watch } of watched.values()) watch.close()
    watched.clear()
    listeners.clear()
    options.onClosed()
  }

  return {
    join({ mailbox, lastEventId, listener }) {
      clearTimeout(lingering)
      subscribe(mailbox)
      // After the new watch is there: the mail connection they share stays.
      closeUnused()
      if (listeners.size === 0) options.onJoined()
      listeners.add(listener)
      const missed = lastEventId === undefined ? undefined : memory.since(lastEventId)
      return {
        missed: missed ?? [{ id: memory.lastId(), json: JSON.stringify(nativeEvent(resync)) }],
        leave() {
          if (!listeners.delete(listener)) return
          unsubscribe(mailbox)
          if (listeners.size > 0) {
            closeUnused()
            return
          }
          lingering = setTimeout(close, lingerMs)
          options.onLeft()
        },
      }
    },
    note,
    close,
  }
}

interface WatchedMailbox {
  readonly watch: Watch
  subscriptions: number
}

const resync = { kind: 'resync' } as const
