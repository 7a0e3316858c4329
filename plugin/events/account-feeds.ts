import type { Account } from '../../proxy/mail/index.ts'
import { createAccountFeed, type AccountFeed } from './account-feed.ts'

/** The feeds of all mailbox owners of this process. */
export interface AccountFeeds {
  /** `owner` names the mailbox owner: two owners never share a feed, whoever signed in for them. */
  of(owner: string, account: Pick<Account, 'watch'>): AccountFeed
  /** undefined while nobody listens to the owner. */
  find(owner: string): AccountFeed | undefined
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

/** Creates the feeds. An owner's feed begins with their first stream and ends some time after the last. */
export function createAccountFeeds(options: AccountFeedsOptions): AccountFeeds {
  const { newEpoch, maxLingering, ...limits } = options
  const feeds = new Map<string, AccountFeed>()
  /** In the order in which they were left. */
  const lingering = new Set<string>()

  const begin = (owner: string, account: Pick<Account, 'watch'>): AccountFeed => {
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
      },
    })
    feeds.set(owner, feed)
    return feed
  }

  // Whoever comes back later is told to read everything again, and so misses nothing.
  const endOldest = (): void => {
    const [oldest] = lingering
    if (lingering.size > maxLingering && oldest !== undefined) feeds.get(oldest)?.close()
  }

  return {
    of: (owner, account) => feeds.get(owner) ?? begin(owner, account),
    find: (owner) => feeds.get(owner),
    close() {
      for (const feed of [...feeds.values()]) feed.close()
    },
  }
}
