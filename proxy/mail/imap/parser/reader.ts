import type { ResponseLimits } from './limits.ts'
import { parseResponse } from './response-parser.ts'
import { createResponseSplitter } from './splitter.ts'
import type { ImapResponse } from './response.ts'
import type { Sliced } from './slice.ts'
import type { ResponseText } from './value-parser.ts'

interface ReaderOptions {
  readonly limits: ResponseLimits
  /** Told of each answer in order. */
  readonly onResponse: (response: ImapResponse) => void
  /** Told once, of a parser's or a listener's error; nothing is read after it. */
  readonly onFailure: (error: unknown) => void
  /** A large answer is being read: until `onResume` nothing more is wanted. */
  readonly onPause: () => void
  readonly onResume: () => void
}

/** Read within one turn of the event loop; libuv would go on with one socket for 2 MiB. */
const TURN_BYTES = 64 * 1024

/**
 * Reads the answers of one server. A small one, as nearly all are, at once; a large one in slices with
 * everybody else's work in between, while the server waits.
 */
export function createResponseReader(options: ReaderOptions): {
  push(chunk: Buffer): void
  /** Nothing is read or told any more. */
  stop(): void
} {
  let waiting: ResponseText[] = []
  let next = 0
  let underWay: Sliced<ImapResponse> | undefined
  let turnBytes = 0
  let isPaused = false
  let isStopped = false

  const splitter = createResponseSplitter({
    limits: options.limits,
    onResponse: (text, literals) => waiting.push({ text, literals }),
  })
  const stop = () => {
    isStopped = true
    waiting = []
    underWay = undefined
  }
  const guarded = (work: () => void) => {
    if (isStopped) return
    try {
      work()
    } catch (error) {
      // Parser and listeners alike: after a surprise in the middle of an answer nothing can be trusted.
      stop()
      options.onFailure(error)
    }
  }
  const goOnLater = () => {
    if (!isPaused) options.onPause()
    isPaused = true
    setImmediate(guarded, readOn)
  }
  const nextAnswer = (): Sliced<ImapResponse> | undefined => {
    const answer = waiting[next]
    if (answer === undefined) {
      waiting = []
      next = 0
      return undefined
    }
    next += 1
    return parseResponse(answer, options.limits)
  }
  const readWaiting = (): 'all' | 'some' => {
    while (!isStopped) {
      underWay ??= nextAnswer()
      if (underWay === undefined) return 'all'
      const step = underWay.next()
      if (step.done !== true) return 'some'
      underWay = undefined
      options.onResponse(step.value)
    }
    return 'all'
  }
  const readOn = () => {
    turnBytes = 0
    if (readWaiting() === 'some') goOnLater()
    else {
      isPaused = false
      options.onResume()
    }
  }

  return {
    push: (chunk) => {
      guarded(() => {
        turnBytes += chunk.length
        try {
          splitter.push(chunk)
        } finally {
          // What was whole before a surprise counts: it may be a BYE.
          if (!isPaused && (readWaiting() === 'some' || turnBytes > TURN_BYTES)) goOnLater()
        }
      })
    },
    stop,
  }
}
