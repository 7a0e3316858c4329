import { createWaitingQueue } from '../../queue/waiting.ts'
import { stoppedWaiting, type WaitingLimit } from './waiting-limit.ts'

/** Lets `max` pieces of work happen at a time, first come first served. */
export interface Semaphore {
  /** Resolves with the function that releases it. Throws MailFault `busy` or `timed_out`. */
  take(signal: AbortSignal): Promise<() => void>
  /** The same without waiting: undefined when no slot is free. */
  takeFree(): (() => void) | undefined
  /** True while a slot is taken or waited for. */
  readonly isBusy: boolean
}

/** A semaphore whose waiting counts against the process-wide limit. */
export function createSemaphore({
  max,
  waitingLimit,
}: {
  readonly max: number
  readonly waitingLimit: WaitingLimit
}): Semaphore {
  const line = createWaitingQueue()
  let taken = 0

  // A slot is handed on, so that `taken` never shows a gap that a newcomer could use.
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
      const leave = waitingLimit.enter()
      try {
        await line.wait(signal, stoppedWaiting)
      } finally {
        leave()
      }
      return once()
    },
  }
}
