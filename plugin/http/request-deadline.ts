import type { Context } from 'koa'
import { untilAborted } from '../concurrency/waiting.ts'
import type { RequestLimits } from './request-limits.ts'
import { Refusal } from './refusal.ts'

/** How long the parts of a request may take. */
type DeadlineLimits = Pick<RequestLimits, 'requestMs' | 'silenceMs' | 'silenceBytes'>

/** Reads a body and reports how many bytes of it have come. */
type ReadBody<Result> = (onBytes: (bytes: number) => void) => Promise<Result>

/** The limits of one request: of silence while its body arrives, of time while it is worked on. */
export interface RequestDeadline {
  /** Aborted when a limit is over or the client went away. */
  readonly signal: AbortSignal
  /** The read for as long as bytes come, whatever it takes together. Rejects with Refusal('timed_out') after. */
  readonly receive: <Result>(read: ReadBody<Result>) => Promise<Result>
  /** The work may take so long from now on, where that is longer than the default limit. */
  readonly allow: (ms: number) => void
  /** The work is done. */
  stop(): void
  /** No one waits for a response any more. */
  abort(): void
}

/** Starts the clock of the work. */
export function startRequestDeadline(limits: DeadlineLimits): RequestDeadline {
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
      const result = await untilAborted(read(onBytes), expiry.signal, timedOut)
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

function timedOut({ reason }: AbortSignal): Refusal {
  return new Refusal('timed_out', { cause: reason })
}

/**
 * Cuts a client that takes nothing of its response for so long. Node counts bytes that reach the kernel, so
 * a response of any length passes while it is read.
 */
export function limitSilence(ctx: Context, silenceMs: number): void {
  // Without a listener Node destroys the socket.
  ctx.res.setTimeout(silenceMs)
}

/**
 * Cuts a client that continues sending a body which was answered without being read: Node takes the rest
 * of it in, so that the response is not lost, and would do so for ever.
 */
export function limitUnreadBody({ req, res }: Context, limitMs: number): void {
  res.once('finish', () => {
    if (req.complete) return
    // Anyone who refused it stopped reading; the next request of this connection comes behind it.
    req.resume()
    const cutting = setTimeout(() => req.socket.destroy(), limitMs)
    // After its response a request gets no event that its connection ended (Node 20): the process would wait for nothing.
    cutting.unref()
    req.once('close', () => clearTimeout(cutting))
  })
}

/** The requests this process works on, which are answered before their connections are cut. */
export interface RequestsUnderWay {
  /**
   * The work's outcome; Refusal('shutting_down') when the process ends first, and `isUnanswered` by then. Its
   * later outcome is dropped.
   */
  finish<Result>(work: Promise<Result>, isUnanswered: () => boolean): Promise<Result>
  /** Refuses all that are under way, and what still comes over connections that are kept. */
  refuseAll(): void
}

/** A new process takes over within this. */
const RETRY_SECONDS = 2

/** Creates the account of the requests under way. */
export function createRequestsUnderWay(): RequestsUnderWay {
  const refusals = new Set<() => void>()
  let isOver = false
  return {
    async finish(work, isUnanswered) {
      // Not one promise for all: what races against it would be stored for as long as the process lives.
      let refuse: () => void = () => undefined
      const refused = new Promise<never>((_resolve, reject) => {
        refuse = () => {
          if (!isUnanswered()) return
          reject(new Refusal('shutting_down', { retryAfterSeconds: RETRY_SECONDS }))
        }
      })
      if (isOver) refuse()
      refusals.add(refuse)
      try {
        return await Promise.race([work, refused])
      } finally {
        refusals.delete(refuse)
      }
    },
    refuseAll() {
      isOver = true
      for (const refuse of refusals) refuse()
    },
  }
}
