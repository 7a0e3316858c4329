import { stoppedWaiting, type WaitingRoom } from './waiting-room.ts'

/** Lets `max` pieces of work happen at a time, first come first served. */
export interface Turns {
  /** Resolves with the function that ends the turn. Throws MailFault `busy` or `timed_out`. */
  take(signal: AbortSignal): Promise<() => void>
  /** The same without waiting: undefined when no turn is free. */
  takeFree(): (() => void) | undefined
  /** True while a turn is taken or waited for. */
  readonly isBusy: boolean
}

/** Turns whose waiting counts against the process-wide room. */
export function createTurns({
  max,
  room,
}: {
  readonly max: number
  readonly room: WaitingRoom
}): Turns {
  const waiting = new Set<() => void>()
  let taken = 0

  const end = () => {
    const next = waiting.values().next()
    if (next.done === true) {
      taken -= 1
      return
    }
    waiting.delete(next.value)
    next.value()
  }
  const once = () => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end()
    }
  }

  return {
    get isBusy() {
      return taken > 0
    },
    takeFree: () => {
      if (taken >= max) return undefined
      taken += 1
      return once()
    },
    take: async (signal) => {
      if (signal.aborted) throw stoppedWaiting(signal)
      if (taken < max) {
        taken += 1
        return once()
      }
      const leave = room.enter()
      try {
        await new Promise<void>((resolve, reject) => {
          const enter = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          const giveUp = () => {
            waiting.delete(enter)
            reject(stoppedWaiting(signal))
          }
          waiting.add(enter)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      } finally {
        leave()
      }
      return once()
    },
  }
}
