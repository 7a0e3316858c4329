/** A wait was given up after its limit; the work behind it may still finish. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`)
    this.limitMs = limitMs
  }
}

/**
 * The work's own outcome, or a rejection with the error of `late` after `limitMs`, DeadlineExceeded unless told. A later outcome
 * is dropped on purpose.
 */
export function withDeadline<Value>(
  work: Promise<Value>,
  limitMs: number,
  late: (limitMs: number) => Error = (ms) => new DeadlineExceeded(ms),
): Promise<Value> {
  return firstOf(work, limitMs, () => {
    throw late(limitMs)
  })
}

/** The work's own outcome, or undefined after `limitMs`: for what goes on without it. A later outcome is dropped on purpose. */
export function waitAtMost<Value>(
  work: Promise<Value>,
  limitMs: number,
): Promise<Value | undefined> {
  return firstOf(work, limitMs, () => undefined)
}

async function firstOf<Value, Late>(
  work: Promise<Value>,
  limitMs: number,
  late: () => Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  try {
    return await Promise.race([work, limit.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** The time that one caller gives its work. */
export interface Deadline {
  /** Aborted when the time is over, or when the caller's own signal is. */
  readonly signal: AbortSignal
  /** The time was over before the caller was. */
  isOver(): boolean
  /** The work is done. */
  end(): void
}

/** Starts the time. AbortSignal.any and AbortSignal.timeout would do the same at many times the cost, per hot request. */
export function startDeadline(caller: AbortSignal, limitMs: number): Deadline {
  const work = new AbortController()
  let isOver = false
  const leave = () => work.abort(caller.reason)
  const timer = setTimeout(() => {
    isOver = true
    work.abort()
  }, limitMs)
  caller.addEventListener('abort', leave, { once: true })
  if (caller.aborted) leave()
  return {
    signal: work.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer)
      caller.removeEventListener('abort', leave)
    },
  }
}
