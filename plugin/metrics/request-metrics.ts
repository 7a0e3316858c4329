import { Counter, Histogram, type Registry } from 'prom-client'
import type { TraceSummary } from '../http/request-trace.ts'

/** How a request ended; `aborted`: the client went away before its answer. */
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
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const requests = new Counter({
    name: 'postern_requests_total',
    help: 'Requests by action and outcome',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'postern_refusals_total',
    help: 'Refused and failed requests by code',
    labelNames: ['code'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'postern_request_duration_seconds',
    help: 'Time until the answer began, by action',
    labelNames: ['action'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const phases = new Histogram({
    name: 'postern_request_phase_seconds',
    help: 'Time of a request by action and phase; phases a request did not touch are not counted',
    labelNames: ['action', 'phase'],
    buckets: PHASE_BUCKETS,
    registers: [registry],
  })

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
