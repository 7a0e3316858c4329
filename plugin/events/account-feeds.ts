import {
  type Account,
  type MailEvent,
  type MailboxName,
  type Watch,
  createCoalescedEvents,
} from '../../proxy/mail/index.ts'
import { nativeEvent } from '../wire/native/event.ts'
import { type NumberedEvent, createEventMemory } from './memory.ts'

/** The feeds of all mailbox owners of this process. */
export interface AccountFeeds {
  /** `owner` names the mailbox owner: two owners never share a feed, anyone who signed in for them. */
  of(owner: string, account: Pick<Account, 'watch'>, user: string): AccountFeed
  /** undefined while no one listens to the owner. */
  find(owner: string): AccountFeed | undefined
  /** Those of a user, each of a way in which they signed in. */
  ofUser(user: string): readonly AccountFeed[]
  close(): void
}

interface AccountFeedsOptions {
  readonly coalesceMs: number
  readonly lingerMs: number
  /** Events remembered of one account. */
  readonly maxEvents: number
  /** Owners without a stream whose feed waits for a client to come back. */
  readonly maxLingering: number
  readonly newEpoch: () => string
}

/** Creates the feeds. An owner's feed starts with their first stream and ends some time after the last. */
export function createAccountFeeds(options: AccountFeedsOptions): AccountFeeds {
  const { newEpoch, maxLingering, ...limits } = options
  const feeds = new Map<string, AccountFeed>()
  const byUser = new Map<string, Set<AccountFeed>>()
  /** In the order in which they were left. */
  const lingering = new Set<string>()

  const start = (owner: string, account: Pick<Account, 'watch'>, user: string): AccountFeed => {
    const ofUser = byUser.get(user) ?? new Set()
    const feed = createAccountFeed({
      ...limits,
      account,
      epoch: newEpoch(),
      onJoined: () => lingering.delete(owner),
      onLeft: () => {
        lingering.add(owner)
        endOldest()
      },
      onClosed: () => {
        feeds.delete(owner)
        lingering.delete(owner)
        if (ofUser.delete(feed) && ofUser.size === 0) byUser.delete(user)
      },
    })
    feeds.set(owner, feed)
    byUser.set(user, ofUser.add(feed))
    return feed
  }

  // A client that comes back later gets a resync, and so misses nothing.
  const endOldest = (): void => {
    const [oldest] = lingering
    if (lingering.size > maxLingering && oldest !== undefined) feeds.get(oldest)?.close()
  }

  return {
    of: (owner, account, user) => feeds.get(owner) ?? start(owner, account, user),
    find: (owner) => feeds.get(owner),
    ofUser: (user) => [...(byUser.get(user) ?? [])],
    close() {
      for (const feed of [...feeds.values()]) feed.close()
    },
  }
}

/** The events of one mailbox owner, for all their streams: watched once, numbered once. */
export interface AccountFeed {
  join(options: {
    /** The mailbox on show. */
    readonly mailbox: MailboxName | undefined
    /** Id of the last event the client has, if it had any. */
    readonly lastEventId: string | undefined
    readonly listener: (event: NumberedEvent) => void
  }): FeedSubscription
  /** Tells of a change that did not come from the mail server. */
  note(event: MailEvent): void
  close(): void
}

/** A stream's place at a feed. */
interface FeedSubscription {
  /** What the client missed; without a known id, the word to read everything again. */
  readonly missed: readonly NumberedEvent[]
  leave(): void
}

interface AccountFeedOptions {
  readonly account: Pick<Account, 'watch'>
  readonly epoch: string
  /** Bursts are published once in this time. */
  readonly coalesceMs: number
  /** Watching continues this long without a stream, so that a client that comes back misses nothing. */
  readonly lingerMs: number
  readonly maxEvents: number
  /** The first stream is there. */
  readonly onJoined: () => void
  /** The last stream is closed; the feed lingers. */
  readonly onLeft: () => void
  readonly onClosed: () => void
}

/** Starts a feed; it watches nothing before a user joins, and closes itself when no one comes back. */
export function createAccountFeed(options: AccountFeedOptions): AccountFeed {
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
