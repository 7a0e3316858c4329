import { createWaitingLimit, type WaitingLimit } from '../../../plugin/concurrency/waiting-limit.ts'
import { MailFault } from '../model/mail-fault.ts'

/** Bounds how many requests of this process wait for a slot or a connection: MailFault `busy` and `timed_out`. */
export function createMailWaitingLimit(limit: { readonly maxWaiting: number }): WaitingLimit {
  const full = () => new MailFault('busy', 'Too many requests are waiting')
  return createWaitingLimit({ maxWaiting: limit.maxWaiting, full, stopped: stoppedWaiting })
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
