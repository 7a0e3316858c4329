import { collectDefaultMetrics, Counter, Registry, Histogram } from 'prom-client'
import type { StoreObserver } from '../../store/index.ts'
import { observeState, type StateSources } from './state-metrics.ts'
import type { TraceSummary } from '../http/request-trace.ts'

/** How an attempt to sign in ended; `locked`: refused before the mail server was asked. */
export type SignInOutcome = 'accepted' | 'refused' | 'locked' | 'unavailable'

/** All metrics of the process. Labels are few and fixed: never a user, a mailbox, an address or an id. */
export interface Metrics {
  readonly requests: RequestMetrics
  readonly store: StoreObserver
  countSignIn(outcome: SignInOutcome): void
  /** From now on gauges read these at every scrape. */
  observe(sources: StateSources): void
  /** In the text format of Prometheus, with its content type. */
  render(): Promise<{ readonly type: string; readonly body: string }>
}

/** Registers everything in a registry of its own, so that tests and processes do not share counters. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const signIns = new Counter({
    name: 'postern_sign_ins_total',
    help: 'Attempts to sign in by outcome; an outage is never counted as refused',
    labelNames: ['outcome'],
    registers: [registry],
  })

  return {
    requests: createRequestMetrics(registry),
    store: createStoreMetrics(registry),
    countSignIn: (outcome) => signIns.inc({ outcome }),
    observe: (sources) => observeState(registry, sources),
    render: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

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
function createRequestMetrics(registry: Registry): RequestMetrics {
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

/** Registers the metrics of the session store and answers what feeds them. */
function createStoreMetrics(registry: Registry): StoreObserver {
  const registers = [registry]
  const looks = new Counter({
    name: 'postern_session_lookups_total',
    help: 'Looks for a session by layer (memory, cache, spool, database) and result',
    labelNames: ['layer', 'result'],
    registers,
  })
  const commits = new Histogram({
    name: 'postern_spool_commit_seconds',
    help: 'Time of one group commit of the spool, to the disk',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    registers,
  })
  const committed = new Counter({
    name: 'postern_spool_writes_total',
    help: 'Writes made durable by the spool',
    registers,
  })
  const drainLag = new Histogram({
    name: 'postern_drain_lag_seconds',
    help: 'How long the oldest row of a batch waited for the shared database',
    buckets: [0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers,
  })
  const drained = new Counter({
    name: 'postern_drained_rows_total',
    help: 'Rows written to the shared database',
    registers,
  })
  const refused = new Counter({
    name: 'postern_database_refusals_total',
    help: "Batches the shared database refused, by the engine's code; 5 is SQLite's lock",
    labelNames: ['code'],
    registers,
  })
  const waits = new Histogram({
    name: 'postern_database_wait_seconds',
    help: 'How long the shared database refused rows (a lock, an outage) until it took them again',
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 3_600],
    registers,
  })

  return {
    looked: (layer, result) => looks.inc({ layer, result }),
    committed(writes, ms) {
      commits.observe(ms / 1000)
      committed.inc(writes)
    },
    drained(rows, lagMs) {
      drained.inc(rows)
      drainLag.observe(lagMs / 1000)
    },
    refused: (code) => refused.inc({ code }),
    waited: (ms) => waits.observe(ms / 1000),
  }
}
