import { refusals, type Refusal } from '../http/refusal.ts'
import { causeOfRefusal, causeOfSlowness, causeOfWebmail } from './cause.ts'
import type { Cause } from './named-cause.ts'
import type { Makers } from './makers.ts'
import type { RecentFailures } from './recent-failures.ts'
import { createRequestTrace, type RequestTrace, type TraceSummary } from '../http/request-trace.ts'

/** A request that has its response. */
interface FinishedRequest {
  readonly requestId: string
  readonly clientIp: string
  readonly trace: RequestTrace
  readonly refusal: Refusal | undefined
  readonly isClientDisconnected: boolean
}

/** Watches requests: counts all, explains the slow and the refused in one line of the operational log, on request all. */
export interface RequestObserver {
  start(): RequestTrace
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
  /** Requests that took longer are explained; default SLOW_MS. */
  readonly slowMs?: number | undefined
  /** Unix ms. */
  readonly now: () => number
  /** Monotonic ms; that of the process unless told. */
  readonly stopwatch?: () => number
}

/** What a user notices as a wait. */
export const SLOW_MS = 1_000

/** Creates the observer; what it does per request takes microseconds. */
export function createRequestObserver(parts: ObserverParts): RequestObserver {
  const {
    metrics,
    failures,
    log,
    slowMs = SLOW_MS,
    now,
    stopwatch = () => performance.now(),
  } = parts

  const explain = (
    request: FinishedRequest,
    summary: TraceSummary,
    outcome: RequestOutcome,
  ): void => {
    const { requestId, clientIp, refusal } = request
    const isSlow = summary.totalMs > slowMs
    if (outcome === 'aborted' || (outcome === 'ok' && !isSlow)) {
      recordAnswered(request, summary, outcome)
      return
    }
    const cause = causeOf(request, summary, outcome)
    const line = {
      requestId,
      ...summaryLabels(summary),
      ip: clientIp,
      refusal: refusal?.code,
      ...cause,
    }
    if (outcome === 'refused') {
      log.info(line, 'request refused')
      return
    }
    log.warn(line, outcome === 'ok' ? 'request slow' : 'request failed')
    failures.note(recent(requestId, summary, cause))
  }

  /** For anyone who looks for a request that nothing is wrong with; nothing is made of it at other levels. */
  const recordAnswered = (
    { requestId, clientIp }: FinishedRequest,
    summary: TraceSummary,
    outcome: RequestOutcome,
  ): void => {
    if (!log.isLevelEnabled('debug')) return
    const message = outcome === 'aborted' ? 'request left by its client' : 'request answered'
    log.debug({ requestId, ...summaryLabels(summary), ip: clientIp }, message)
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
    start: () => createRequestTrace(stopwatch),
    finished(request) {
      const summary = request.trace.summary()
      const outcome = outcomeOf(request, summary)
      metrics.finished(summary, outcome, request.refusal?.code)
      explain(request, summary, outcome)
    },
  }
}

function outcomeOf(
  { refusal, isClientDisconnected }: FinishedRequest,
  { webmailStatus }: TraceSummary,
): RequestOutcome {
  if (isClientDisconnected) return 'aborted'
  const status = refusal === undefined ? webmailStatus : refusals[refusal.code].status
  if (status === undefined || status < 400) return 'ok'
  return status >= 500 ? 'failed' : 'refused'
}

function causeOf(
  { refusal }: FinishedRequest,
  summary: TraceSummary,
  outcome: RequestOutcome,
): Cause {
  if (refusal !== undefined) return causeOfRefusal(refusal)
  const { webmailStatus } = summary
  if (outcome === 'ok' || webmailStatus === undefined) return causeOfSlowness(summary)
  return causeOfWebmail(webmailStatus)
}

/** The trace as a log shows it: whole milliseconds, phases by name. */
function summaryLabels({ action, user, webmailStatus, totalMs, phases }: TraceSummary) {
  const rounded = [...phases].map(([phase, ms]) => [phase, Math.round(ms)] as const)
  const ms = Math.round(totalMs)
  return { action, user, webmailStatus, ms, phases: Object.fromEntries(rounded) }
}

/** How a request ended; `aborted`: the client went away before its response. */
export type RequestOutcome = 'ok' | 'refused' | 'failed' | 'aborted'

/** Counts requests. Labels come from fixed lists only: the action table, the phases, the refusal codes. */
export interface RequestMetrics {
  finished(summary: TraceSummary, outcome: RequestOutcome, refusal: string | undefined): void
}

/** From a hit in memory to a mail server in trouble, in seconds. */
const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
/** Phases need less detail: there are many of them. */
const PHASE_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** Registers the metrics of the way of a request. */
export function createRequestMetrics({ counter, histogram }: Makers): RequestMetrics {
  const requests = counter('postern_requests_total', 'Requests by action and outcome', [
    'action',
    'outcome',
  ])
  const refusals = counter('postern_refusals_total', 'Refused and failed requests by code', [
    'code',
  ])
  const durations = histogram(
    'postern_request_duration_seconds',
    'Time until the answer began, by action',
    DURATION_BUCKETS,
    ['action'],
  )
  const phases = histogram(
    'postern_request_phase_seconds',
    'Time of a request by action and phase; phases a request did not touch are not counted',
    PHASE_BUCKETS,
    ['action', 'phase'],
  )

  return {
    finished(summary, outcome, refusal) {
      const { action } = summary
      requests.inc({ action, outcome })
      if (refusal !== undefined) refusals.inc({ code: refusal })
      durations.observe({ action }, summary.totalMs / 1000)
      for (const [phase, ms] of summary.phases) phases.observe({ action, phase }, ms / 1000)
    },
  }
}
