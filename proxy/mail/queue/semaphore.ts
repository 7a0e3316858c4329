import { createWaitingLine } from './waiting-queue.ts'
import { stoppedWaiting, type WaitingRoom } from './waiting-limit.ts'

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
  const line = createWaitingLine()
  let taken = 0

  // A turn is handed on, so that `taken` never shows a gap that a newcomer could use.
  const end = () => {
    if (!line.admit()) taken -= 1
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
        await line.wait(signal, stoppedWaiting)
      } finally {
        leave()
      }
      return once()
    },
  }
}
