import { LRUCache } from 'lru-cache'
import type { SentResult } from './result.ts'

/** A composed message that is to be sent once. */
export interface SendOnce {
  readonly user: string
  /** Made by the page, once for each message. */
  readonly composeId: string
  /** Ends the wait of this caller. */
  readonly signal: AbortSignal
}

/** Makes sending happen once per composed message, however often the button is pressed. */
export interface RecentSends {
  /**
   * Runs `send` for the first call with this id and gives its outcome to every other one, also while it
   * is under way. A failed send is forgotten, so that trying again means sending again.
   */
  once(message: SendOnce, send: () => Promise<SentResult>): Promise<SentResult>
}

/** Sends of this process, least recently used first out, per account. */
export function createRecentSends({
  maxAccounts,
  maxPerAccount,
}: {
  readonly maxAccounts: number
  readonly maxPerAccount: number
}): RecentSends {
  const accounts = new LRUCache<string, LRUCache<string, Promise<SentResult>>>({ max: maxAccounts })

  const sendsOf = (user: string): LRUCache<string, Promise<SentResult>> => {
    const known = accounts.get(user)
    if (known !== undefined) return known
    const sends = new LRUCache<string, Promise<SentResult>>({ max: maxPerAccount })
    accounts.set(user, sends)
    return sends
  }

  return {
    async once({ user, composeId }, send) {
      const sends = sendsOf(user)
      const first = sends.get(composeId)
      if (first !== undefined) return first
      const sending = send()
      sends.set(composeId, sending)
      try {
        return await sending
      } catch (error) {
        sends.delete(composeId)
        throw error
      }
    },
  }
}
