import type { MailEvent, Watch, WatchOptions } from '../model/account.ts'
import { createCoalescedEvents } from './coalesced-events.ts'

interface ListenersParts {
  readonly coalesceMs: number
  /** Called after a listener came or went. */
  readonly onChange: () => void
}

/** Different events waiting at one time; one more, and all become one `resync`. */
const MAX_WAITING_EVENTS = 500

/** The listeners for one account's changes. Empty at first. */
export function createListeners({ coalesceMs, onChange }: ListenersParts) {
  const listeners = new Set<WatchOptions>()
  const waiting = createCoalescedEvents({
    coalesceMs,
    maxEvents: MAX_WAITING_EVENTS,
    publish: (events) => {
      for (const { listener } of listeners) for (const event of events.values()) listener(event)
    },
  })

  return {
    get count() {
      return listeners.size
    },
    /** The mailbox on show at the listener that came last. */
    get shown() {
      return [...listeners].findLast(({ mailbox }) => mailbox !== undefined)?.mailbox
    },
    add: (options: WatchOptions): Watch => {
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
    /** Told a little later, together with what else happens until then. */
    publish: (events: readonly MailEvent[]) => {
      if (listeners.size > 0) events.forEach(waiting.push)
    },
    close: () => {
      listeners.clear()
      waiting.close()
    },
  }
}
