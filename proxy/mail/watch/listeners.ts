import type { MailboxName } from '../model/mailbox-name.ts'
import type { MailEvent, Watch, WatchOptions } from '../model/account.ts'
import { createCoalescedEvents } from './coalesced-events.ts'

/** Those who want to be told of one account's changes. */
export interface Listeners {
  add(options: WatchOptions): Watch
  /** Told a little later, together with what else happens until then. */
  readonly tell: (events: readonly MailEvent[]) => void
  readonly count: number
  /** The mailbox on show at the listener that came last. */
  readonly shown: MailboxName | undefined
  close(): void
}

interface ListenersParts {
  readonly coalesceMs: number
  /** Called after a listener came or went. */
  readonly onChange: () => void
}

/** Different events waiting at one time; one more, and all become one `resync`. */
const MAX_WAITING_EVENTS = 500

/** Nobody listens at first. */
export function createListeners({ coalesceMs, onChange }: ListenersParts): Listeners {
  const listeners = new Set<WatchOptions>()
  const waiting = createCoalescedEvents({
    coalesceMs,
    maxEvents: MAX_WAITING_EVENTS,
    tell: (events) => {
      for (const { listener } of listeners) for (const event of events.values()) listener(event)
    },
  })

  return {
    get count() {
      return listeners.size
    },
    get shown() {
      return [...listeners].findLast(({ mailbox }) => mailbox !== undefined)?.mailbox
    },
    add: (options) => {
      // A record of its own: the same options may be given twice.
      const own = { ...options }
      listeners.add(own)
      onChange()
      return {
        close: () => {
          if (listeners.delete(own)) onChange()
        },
      }
    },
    tell: (events) => {
      if (listeners.size > 0) events.forEach(waiting.push)
    },
    close: () => {
      listeners.clear()
      waiting.close()
    },
  }
}
