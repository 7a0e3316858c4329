import { setTimeout as delay } from 'node:timers/promises'
import type { Watch, WatchOptions } from '../account.ts'
import { MailFault } from '../errors.ts'
import type { MailboxState } from '../mailbox.ts'
import { createCountJournal } from './count-journal.ts'
import { createListeners } from './listeners.ts'

/** The times of watching. */
export interface WatchLimits {
  /** Events that come within this time of each other are told together. */
  readonly coalesceMs: number
  /** How often counts are asked for where the server does not push them. */
  readonly pollMs: number
}

interface WatcherParts {
  readonly limits: WatchLimits
  /** Asks for the counts on the connection that requests use. */
  readonly readCounts: (signal: AbortSignal) => Promise<readonly MailboxState[]>
}

/** Watches one account for as long as somebody listens. */
export interface Watcher {
  watch(options: WatchOptions): Watch
  close(): void
}

/** Opens nothing until somebody listens. */
export function createWatcher({ limits, readCounts }: WatcherParts): Watcher {
  const journal = createCountJournal()
  let watching: AbortController | undefined

  const listeners = createListeners({
    coalesceMs: limits.coalesceMs,
    onChange: () => {
      if (listeners.count === 0) {
        watching?.abort()
        watching = undefined
      } else if (watching === undefined) {
        watching = new AbortController()
        void watchUntil(watching.signal)
      }
    },
  })
  const watchUntil = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        listeners.tell(journal.readAll(await readCounts(signal)))
      } catch (error) {
        // The next poll finds out whether it has passed; requests tell their callers themselves.
        if (!(error instanceof MailFault)) throw error
      }
      await delay(limits.pollMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    watch: (options) => listeners.add(options),
    close: () => {
      watching?.abort()
      watching = undefined
      listeners.close()
    },
  }
}
