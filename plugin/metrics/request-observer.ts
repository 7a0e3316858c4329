import { refusals, type Refusal } from '../http/refusal.ts'
import { causeOfRefusal, causeOfSlowness } from './cause.ts'
import type { Cause } from './named-cause.ts'
import type { RequestOutcome, RequestMetrics } from './metrics.ts'
import { createRequestTrace, type RequestTrace, type TraceSummary } from '../http/request-trace.ts'

/** A request that has its answer. */
interface FinishedRequest {
  readonly requestId: string
  readonly clientIp: string
  readonly trace: RequestTrace
  readonly refusal: Refusal | undefined
  readonly isClientGone: boolean
}

/** Watches requests: counts all, explains the slow and the refused in one line of the operational log, on request all. */
export interface RequestObserver {
  begin(): RequestTrace
  finished(request: FinishedRequest): void
}

interface ObserverParts {
  readonly metrics: RequestMetrics
  readonly failures: RecentFailures
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    debug(fields: object, message: string): void
    isLevelEnabled(level: 'debug'): boolean
  }
  /** Requests that took longer than this are explained; a reload replaces it. */
  readonly services: { readonly config: { readonly log: { readonly slowMs: number } } }
  /** Unix ms. */
  readonly now: () => number
  /** Monotonic ms; that of the process unless told. */
  readonly stopwatch?: () => number
}

/** Creates the observer; what it does per request takes microseconds. */
export function createRequestObserver(parts: ObserverParts): RequestObserver {
  const { metrics, failures, log, services, now, stopwatch = () => performance.now() } = parts

  const explain = (
    request: FinishedRequest,
    summary: TraceSummary,
    outcome: RequestOutcome,
  ): void => {
    const { requestId, clientIp, refusal } = request
    const isSlow = summary.totalMs > services.config.log.slowMs
    if (outcome === 'aborted' || (refusal === undefined && !isSlow)) {
      tellAnswered(request, summary, outcome)
      return
    }
    const cause = refusal === undefined ? causeOfSlowness(summary) : causeOfRefusal(refusal)
    const line = { requestId, ...told(summary), ip: clientIp, refusal: refusal?.code, ...cause }
    if (outcome === 'refused') {
      log.info(line, 'request refused')
      return
    }
    log.warn(line, refusal === undefined ? 'request slow' : 'request failed')
    failures.note(recent(requestId, summary, cause))
  }

  /** For whoever looks for a request that nothing is wrong with; nothing is made of it at other levels. */
  const tellAnswered = (
    { requestId, clientIp }: FinishedRequest,
    summary: TraceSummary,
    outcome: RequestOutcome,
  ): void => {
    if (!log.isLevelEnabled('debug')) return
    const message = outcome === 'aborted' ? 'request left by its client' : 'request answered'
    log.debug({ requestId, ...told(summary), ip: clientIp }, message)
  }

  const recent = (requestId: string, { action, user, totalMs }: TraceSummary, cause: Cause) => ({
    at: now(),
    requestId,
    action,
    user,
    totalMs,
    cause: cause.what,
    advice: cause.advice,
  })

  return {
    begin: () => createRequestTrace(stopwatch),
    finished(request) {
      const summary = request.trace.summary()
      const outcome = outcomeOf(request)
      metrics.finished(summary, outcome, request.refusal?.code)
      explain(request, summary, outcome)
    },
  }
}

function outcomeOf({ refusal, isClientGone }: FinishedRequest): RequestOutcome {
  if (isClientGone) return 'aborted'
  if (refusal === undefined) return 'ok'
  return refusals[refusal.code].status >= 500 ? 'failed' : 'refused'
}

/** The trace as a log shows it: whole milliseconds, phases by name. */
function told({ action, user, totalMs, phases }: TraceSummary) {
  const rounded = [...phases].map(([phase, ms]) => [phase, Math.round(ms)] as const)
  return { action, user, ms: Math.round(totalMs), phases: Object.fromEntries(rounded) }
}

/** A failed or slow request, as the status page shows it. */
export interface RecentFailure {
  /** Unix ms. */
  readonly at: number
  readonly requestId: string
  readonly action: string
  readonly user: string | undefined
  readonly totalMs: number
  /** What happened, in one sentence. */
  readonly cause: string
  readonly advice: string
}

/** The last failures of this process. */
export interface RecentFailures {
  note(failure: RecentFailure): void
  /** Newest first. */
  list(): readonly RecentFailure[]
}

/** Remembers at most `maxEntries`; the oldest goes first. */
export function createRecentFailures({
  maxEntries,
}: {
  readonly maxEntries: number
}): RecentFailures {
  const entries: RecentFailure[] = []
  return {
    note(failure) {
      entries.unshift(failure)
      entries.length = Math.min(entries.length, maxEntries)
    },
    list: () => [...entries],
  }
}
