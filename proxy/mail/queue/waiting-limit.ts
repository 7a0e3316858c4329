import { MailFault } from '../model/mail-fault.ts'

/** Bounds how many requests of this process wait for a slot or a connection at one time. */
export interface WaitingLimit {
  /** Takes a place; the answer gives it back. Throws MailFault `busy` when there is none. */
  enter(): () => void
  readonly waiting: number
}

/** A room with `maxWaiting` places. */
export function createWaitingLimit({ maxWaiting }: { readonly maxWaiting: number }): WaitingLimit {
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    enter: () => {
      if (waiting >= maxWaiting) throw new MailFault('busy', 'Too many requests are waiting')
      waiting += 1
      return () => {
        waiting -= 1
      }
    },
  }
}

/** What a wait ends with when nothing comes from the mail server for so long. */
export function silentServer(limitMs: number): MailFault {
  return new MailFault('timed_out', `Nothing came from the mail server in ${limitMs} ms`)
}

/** What a wait ends with when its request is over before. */
export function stoppedWaiting(signal: AbortSignal): MailFault {
  if (signal.reason instanceof MailFault) return signal.reason
  return new MailFault('timed_out', 'The request ended before its answer', { cause: signal.reason })
}
