import { setTimeout as delay } from 'node:timers/promises'
import type { MailEvent, Watch, WatchOptions } from '../model/account.ts'
import type { Listener } from '../connection/connection.ts'
import { isPasswordRefused, MailFault } from '../model/mail-fault.ts'
import type { MailboxState } from '../model/mailbox.ts'
import type { HeldConnection } from '../connection/working.ts'
import { createCountHistory } from './count-history.ts'
import { createListeners } from './listeners.ts'
import { createWatchingConnection, type WatchingConnection } from './connection.ts'

/** The times of watching. */
export interface WatchLimits {
  /** Events that come within this time of each other are published together. */
  readonly coalesceMs: number
  /** The watch continues for so long after the last listener has left. */
  readonly lingerMs: number
  /** How often counts are requested where the server does not push them. */
  readonly pollMs: number
  /** How often pushed counts are compared with all counts, and names are read. */
  readonly confirmMs: number
  /** First pause after a connection was lost or not to be had; doubled each time. */
  readonly retryMs: number
  readonly maxRetryMs: number
}

/** Opens the account's watching connection; undefined when there is none to spare. */
export type OpenWatch = (
  hear: Listener,
  onClosed: () => void,
) => Promise<HeldConnection | undefined>

interface WatcherParts {
  readonly limits: WatchLimits
  readonly open: OpenWatch
  /** Requests the counts on the connection that requests use. */
  readonly readCounts: (signal: AbortSignal) => Promise<readonly MailboxState[]>
  readonly now: () => number
  readonly random: () => number
  /** Whether the server has said what no one has read yet. */
  readonly hasNotices: () => boolean
  readonly log: { warn(fields: object, message: string): void }
  /** No one listens any more, or the password was refused. */
  readonly onStopped: () => void
}

/** Watches one account for as long as a user listens. */
export interface Watcher {
  watch(options: WatchOptions): Watch
  /** Reports who listens of what was heard elsewhere. */
  readonly publish: (events: readonly MailEvent[]) => void
  /** The password may be another one now. */
  retry(): void
  /** Leaves the connection to a user who needs it more; comes back later. */
  giveWay(): void
  readonly isWatching: boolean
  close(): void
}

/** Opens nothing until a user listens. */
export function createWatcher(parts: WatcherParts): Watcher {
  const { limits, now } = parts
  const counts = createCountHistory()
  // A user needs the connection more while it is being opened.
  let isWanted = false
  let watching: AbortController | undefined
  let held: { readonly connection: HeldConnection; readonly watch: WatchingConnection } | undefined

  const listeners = createListeners({
    coalesceMs: limits.coalesceMs,
    onChange: () => {
      if (listeners.count > 0) start()
      else linger.refresh()
      offer()
      held?.watch.wake()
    },
  })
  const publish = listeners.publish
  const stop = () => {
    watching?.abort()
    watching = undefined
    held?.watch.stop()
  }
  const linger = setTimeout(() => {
    if (listeners.count === 0) stop()
  }, limits.lingerMs)
  linger.unref()

  const giveWay = () => {
    isWanted = true
    held?.connection.connection.end()
  }
  const isGivingWay = () => isWanted
  const offer = () => {
    held?.connection.slot.idle(giveWay, listeners.count > 0 ? 'watching' : 'lingering')
  }
  const start = () => {
    if (watching !== undefined) return
    const startedAt = new AbortController()
    watching = startedAt
    void watchUntil(startedAt.signal).finally(() => {
      if (watching === startedAt) watching = undefined
      parts.onStopped()
    })
  }

  /** On a connection of its own, until that ends; false when there is none to spare. */
  const watchApart = async (signal: AbortSignal): Promise<boolean> => {
    const watch = createWatchingConnection({
      counts,
      publish,
      shown: () => listeners.shown,
      now,
      ...limits,
    })
    isWanted = false
    const connection = await parts.open(watch.hear, watch.wake)
    if (connection === undefined) return false
    held = { connection, watch }
    offer()
    try {
      if (!signal.aborted && !isGivingWay()) await watch.watchOn(connection.connection)
    } finally {
      held = undefined
      connection.connection.end()
    }
    return true
  }
  const pollOnce = async (signal: AbortSignal) => {
    publish(counts.readAll(await parts.readCounts(signal)))
  }
  const watchUntil = async (signal: AbortSignal): Promise<void> => {
    const isOver = () => signal.aborted
    let pauseMs = limits.retryMs
    while (!isOver()) {
      const startedAt = now()
      const apart = await outcomeOf(watchApart(signal), parts.log)
      if (apart === 'refused' || isOver()) return
      if ((await outcomeOf(pollOnce(signal), parts.log)) === 'refused') return
      // What held for long is tried again soon.
      if (now() - startedAt > limits.maxRetryMs) pauseMs = limits.retryMs
      // After an outage of the server not all watches come back at once.
      const spreadMs = pauseMs * (0.5 + parts.random() / 2)
      const restMs = apart === false ? Math.min(spreadMs, limits.pollMs) : spreadMs
      await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined)
      pauseMs = Math.min(2 * pauseMs, limits.maxRetryMs)
    }
  }

  return {
    watch: (options) => {
      const watch = listeners.add(options)
      if (parts.hasNotices()) publish([{ kind: 'notices' }])
      return watch
    },
    publish,
    retry: () => {
      if (listeners.count > 0) start()
    },
    giveWay,
    get isWatching() {
      return watching !== undefined
    },
    close: () => {
      clearTimeout(linger)
      stop()
      listeners.close()
    },
  }
}

/**
 * Requests tell their callers about faults themselves; a watch just continues trying. But a refused
 * password is not tried over and over: the server would take it for an attack.
 */
async function outcomeOf<Result>(
  work: Promise<Result>,
  log: WatcherParts['log'],
): Promise<Result | 'failed' | 'refused'> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof MailFault)) log.warn({ err: error }, 'Watching a mailbox failed')
    return isPasswordRefused(error) ? 'refused' : 'failed'
  }
}
