/** Where the time of a request goes. `own` is our own work; the others are waits for somebody else. */
export const phases = [
  'gate',
  'panel',
  'session',
  'body',
  'own',
  'queue',
  'imap',
  'smtp',
  'render',
  'upstream',
] as const

export type Phase = (typeof phases)[number]

/** What a trace has learned by the end of its request. */
export interface TraceSummary {
  /** `mail/list`, `login`, …; `unrouted` for a request that was refused before its action was known. */
  readonly action: string
  /** Login name of the mailbox owner, once a session told it. For logs only, never a metric's label. */
  readonly user: string | undefined
  readonly totalMs: number
  /** Only phases that took any time; together they are `totalMs`. */
  readonly phases: ReadonlyMap<Phase, number>
}

/** Work outside of the straight line, e.g. on the mail connection. */
export interface Span {
  /** From now on the time counts for another phase. */
  turnTo(phase: Phase): void
  end(): void
}

/**
 * Keeps the time of one request. Every moment counts for exactly one phase: when several spans are
 * under way at once, for the one that was served last.
 */
export interface RequestTrace {
  isAction(name: string): void
  isOf(user: string): void
  /** The straight line goes on to the next phase. */
  enter(phase: Phase): void
  span(phase: Phase): Span
  summary(): TraceSummary
}

/** Starts the trace of a request in phase `gate`. `now` is a monotonic clock in ms. */
export function createRequestTrace(now: () => number): RequestTrace {
  const spent = new Map<Phase, number>()
  const spans: { phase: Phase }[] = []
  const startedAt = now()
  let action = 'unrouted'
  let user: string | undefined
  let line: Phase = 'gate'
  let current: Phase = 'gate'
  let since = startedAt

  const countTime = (at: number): void => {
    if (at > since) spent.set(current, (spent.get(current) ?? 0) + at - since)
    since = at
    // A span that queues costs nothing while another one of this request is served.
    const served = spans.findLast(({ phase }) => phase !== 'queue')
    current = (served ?? spans.at(-1))?.phase ?? line
  }

  return {
    isAction(name) {
      action = name
    },
    isOf(name) {
      user = name
    },
    enter(phase) {
      line = phase
      countTime(now())
    },
    span(phase) {
      const span = { phase }
      spans.push(span)
      countTime(now())
      return {
        turnTo(next) {
          span.phase = next
          countTime(now())
        },
        end() {
          const place = spans.indexOf(span)
          if (place < 0) return
          spans.splice(place, 1)
          countTime(now())
        },
      }
    },
    summary() {
      const endedAt = now()
      countTime(endedAt)
      return { action, user, totalMs: endedAt - startedAt, phases: spent }
    },
  }
}

/** Counts the time until the work is settled for the phase. */
export async function during<Result>(
  trace: RequestTrace,
  phase: Phase,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace.span(phase)
  try {
    return await work()
  } finally {
    span.end()
  }
}
