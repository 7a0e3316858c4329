import { createWaitingQueue } from '../../../plugin/concurrency/waiting.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'
import type { WaitingLimit } from '../../../plugin/concurrency/waiting-limit.ts'

/**
 * What a connection is to its account, in the order in which they make room: a watch no one listens
 * to, a working connection between two requests, a watch someone listens to.
 */
export type IdleUse = 'lingering' | 'resting' | 'watching'

/** The right to hold one connection. */
export interface ConnectionSlot {
  /** The connection may be closed by `giveUp` when another account needs it. */
  idle(giveUp: () => void, use?: IdleUse): void
  /** The connection is in use again. */
  busy(): void
  /** The connection is closed. */
  release(): void
}

/** The cap on all connections of this process. */
export interface ConnectionBudget {
  /** Waits for a slot, first come first served. Throws MailFault `busy` or `timed_out`. */
  take(signal: AbortSignal): Promise<ConnectionSlot>
  /** A free slot that no account waits for, or undefined. */
  takeFree(): ConnectionSlot | undefined
  /** Slots taken, used or idle. */
  readonly taken: number
  /** Connections that are idle just now. */
  readonly idle: number
}

/**
 * At most `maxConnections` at a time. At the cap the connection that has been idle longest is
 * closed for the newcomer, the least needed kind first; when none is idle, the newcomer waits.
 */
export function createConnectionBudget({
  maxConnections,
  waitingLimit,
}: {
  readonly maxConnections: number
  readonly waitingLimit: WaitingLimit
}): ConnectionBudget {
  const lingering = new Map<ConnectionSlot, () => void>()
  const resting = new Map<ConnectionSlot, () => void>()
  const watching = new Map<ConnectionSlot, () => void>()
  const idle = { lingering, resting, watching } as const
  const line = createWaitingQueue()
  let taken = 0

  const giveUpOldest = () => {
    for (const slots of [lingering, resting, watching]) {
      const oldest = slots.entries().next()
      if (oldest.done === true) continue
      const [slot, giveUp] = oldest.value
      slots.delete(slot)
      giveUp()
      return
    }
  }
  const isInUse = (slot: ConnectionSlot) => {
    for (const slots of [lingering, resting, watching]) slots.delete(slot)
  }
  const newSlot = (): ConnectionSlot => {
    let isReleased = false
    const slot: ConnectionSlot = {
      idle: (giveUp, use = 'resting') => {
        if (isReleased) return
        isInUse(slot)
        idle[use].set(slot, giveUp)
        if (line.length > 0) giveUpOldest()
      },
      busy: () => {
        isInUse(slot)
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        isInUse(slot)
        if (!line.admit()) taken -= 1
      },
    }
    return slot
  }

  return {
    get taken() {
      return taken
    },
    get idle() {
      return lingering.size + resting.size
    },
    takeFree: () => {
      if (taken >= maxConnections) return undefined
      taken += 1
      return newSlot()
    },
    take: async (signal) => {
      if (signal.aborted) throw stoppedWaiting(signal)
      if (taken < maxConnections) {
        taken += 1
        return newSlot()
      }
      const leave = waitingLimit.enter()
      try {
        const admitted = line.wait(signal, stoppedWaiting)
        giveUpOldest()
        await admitted
      } finally {
        leave()
      }
      return newSlot()
    },
  }
}
