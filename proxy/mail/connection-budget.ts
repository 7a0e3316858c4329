import { stoppedWaiting, type WaitingRoom } from './waiting-room.ts'

/** The right to hold one connection. */
export interface ConnectionSlot {
  /** The connection is not in use: it may be closed by `giveUp` when another account needs it. */
  idle(giveUp: () => void): void
  /** The connection is in use again. */
  busy(): void
  /** The connection is closed. */
  release(): void
}

/** The cap on all connections of this process. */
export interface ConnectionBudget {
  /** Waits for a slot, first come first served. Throws MailFault `busy` or `timed_out`. */
  take(signal: AbortSignal): Promise<ConnectionSlot>
  /** Slots taken, used or idle. */
  readonly taken: number
  readonly idle: number
}

/**
 * At most `maxConnections` at a time. At the cap the connection that has been idle longest is
 * closed for the newcomer; when none is idle, the newcomer waits.
 */
export function createConnectionBudget({
  maxConnections,
  room,
}: {
  readonly maxConnections: number
  readonly room: WaitingRoom
}): ConnectionBudget {
  const idle = new Map<ConnectionSlot, () => void>()
  const waiting = new Set<() => void>()
  let taken = 0

  const giveUpOldest = () => {
    const oldest = idle.entries().next()
    if (oldest.done === true) return
    const [slot, giveUp] = oldest.value
    idle.delete(slot)
    giveUp()
  }
  const handOn = () => {
    const next = waiting.values().next()
    if (next.done === true) {
      taken -= 1
      return
    }
    waiting.delete(next.value)
    next.value()
  }
  const newSlot = (): ConnectionSlot => {
    let isReleased = false
    const slot: ConnectionSlot = {
      idle: (giveUp) => {
        if (isReleased) return
        idle.delete(slot)
        idle.set(slot, giveUp)
        if (waiting.size > 0) giveUpOldest()
      },
      busy: () => {
        idle.delete(slot)
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        idle.delete(slot)
        handOn()
      },
    }
    return slot
  }

  return {
    get taken() {
      return taken
    },
    get idle() {
      return idle.size
    },
    take: async (signal) => {
      if (signal.aborted) throw stoppedWaiting(signal)
      if (taken < maxConnections) {
        taken += 1
        return newSlot()
      }
      const leave = room.enter()
      try {
        await new Promise<void>((resolve, reject) => {
          const enter = () => {
            signal.removeEventListener('abort', giveUpWaiting)
            resolve()
          }
          const giveUpWaiting = () => {
            waiting.delete(enter)
            reject(stoppedWaiting(signal))
          }
          waiting.add(enter)
          signal.addEventListener('abort', giveUpWaiting, { once: true })
          giveUpOldest()
        })
      } finally {
        leave()
      }
      return newSlot()
    },
  }
}
