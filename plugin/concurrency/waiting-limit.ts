import { abortErrorOf } from './waiting.ts'

/** What a wait ends with that comes to nothing, in the words of who waits. */
interface WaitFaults {
  /** As many wait as may; a plain error unless told. */
  readonly full: () => Error
  /** The signal aborted first; its own reason unless told. */
  readonly stopped: (signal: AbortSignal) => Error
}

/** Bounds how many callers wait at one time, also for different things. */
export interface WaitingLimit extends WaitFaults {
  /** Counts one that waits, until the function it returns is called. Throws `full`. */
  enter(): () => void
  readonly waiting: number
}

/** No one waits at first. */
export function createWaitingLimit({
  maxWaiting,
  full = () => new Error(`${maxWaiting} wait already`),
  stopped = abortErrorOf,
}: { readonly maxWaiting: number } & Partial<WaitFaults>): WaitingLimit {
  let waiting = 0
  return {
    full,
    stopped,
    get waiting() {
      return waiting
    },
    enter: () => {
      if (waiting >= maxWaiting) throw full()
      waiting += 1
      return () => {
        waiting -= 1
      }
    },
  }
}
