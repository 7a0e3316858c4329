/** A wait was given up after its limit; the work behind it may still finish. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`)
  }
}

/**
 * The work's own outcome, or after `limitMs` what `late` returns or throws, DeadlineExceeded unless told. A later outcome is
 * dropped on purpose.
 */
export async function withDeadline<Value, Late = never>(
  work: Promise<Value>,
  limitMs: number,
  late: (limitMs: number) => Late = exceeded,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, limitMs, limitMs)
  })
  try {
    return await Promise.race([work, limit.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

function exceeded(limitMs: number): never {
  throw new DeadlineExceeded(limitMs)
}

/** The work's own outcome, or undefined after `limitMs`: for what continues without it. */
export function waitAtMost<Value>(
  work: Promise<Value>,
  limitMs: number,
): Promise<Value | undefined> {
  return withDeadline(work, limitMs, () => undefined)
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
