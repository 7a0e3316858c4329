import type { Context } from 'koa'
import { Refusal } from './refusal.ts'

/** How long the parts of a request may take. */
interface DeadlineLimits {
  /** Longest work on an answer. */
  readonly requestMs: number
  /** Longest silence of a body that arrives. */
  readonly silenceMs: number
  /** A body that brings fewer bytes in that time counts as silent. */
  readonly silenceBytes: number
}

/** Reads a body and tells how many bytes of it have come. */
type ReadBody<Result> = (onBytes: (bytes: number) => void) => Promise<Result>

/** The limits of one request: of silence while its body arrives, of time while it is worked on. */
export interface RequestDeadline {
  /** Aborted when a limit is over or the client went away. */
  readonly signal: AbortSignal
  /** The read for as long as bytes come, whatever it takes together. Rejects with Refusal('timed_out') after. */
  readonly receive: <Result>(read: ReadBody<Result>) => Promise<Result>
  /** The work may take so long from now on, where that is longer than the usual limit. */
  readonly allow: (ms: number) => void
  /** The work is done. */
  stop(): void
  /** Nobody waits for an answer any more. */
  abort(): void
}

/** Starts the clock of the work. */
export function startDeadline(limits: DeadlineLimits): RequestDeadline {
  const { requestMs, silenceMs, silenceBytes } = limits
  const expiry = new AbortController()
  const expire = (): void => expiry.abort()
  let timer = setTimeout(expire, requestMs)
  const restart = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(expire, ms)
  }

  return {
    signal: expiry.signal,
    async receive(read) {
      let unnoted = 0
      restart(silenceMs)
      const onBytes = (bytes: number): void => {
        unnoted += bytes
        if (unnoted < silenceBytes) return
        unnoted = 0
        timer.refresh()
      }
      const result = await Promise.race([read(onBytes), expired(expiry.signal)])
      restart(requestMs)
      return result
    },
    allow: (ms) => restart(Math.max(ms, requestMs)),
    stop: () => clearTimeout(timer),
    abort: () => {
      clearTimeout(timer)
      expire()
    },
  }
}

function expired(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (): void => reject(new Refusal('timed_out', { cause: signal.reason }))
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
}

/**
 * Cuts a client that takes nothing of its answer for so long. Node counts bytes that reach the kernel, so
 * an answer of any length passes while it is read.
 */
export function limitSilence(ctx: Context, silenceMs: number): void {
  // Without a listener Node destroys the socket.
  ctx.res.setTimeout(silenceMs)
}

/**
 * Cuts a client that goes on sending a body which was answered without being read: Node takes the rest
 * of it in, so that the answer is not lost, and would do so for ever.
 */
export function limitUnreadBody({ req, res }: Context, limitMs: number): void {
  res.once('finish', () => {
    if (req.complete) return
    // Whoever refused it stopped reading; the next request of this connection comes behind it.
    req.resume()
    const cutting = setTimeout(() => req.socket.destroy(), limitMs)
    req.once('close', () => clearTimeout(cutting))
  })
}
