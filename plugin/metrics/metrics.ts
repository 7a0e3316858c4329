import { collectDefaultMetrics, Counter, Registry, Histogram } from 'prom-client'
import type { StoreObserver } from '../../store/index.ts'
import type { PassReason } from '../accelerator/request/answer.ts'
import type { AcceleratedAction } from '../accelerator/request/hot-request.ts'
import { observeState, type StateSources } from './state-metrics.ts'
import type { TraceSummary } from '../http/request-trace.ts'

/** How an attempt to sign in ended; `locked`: refused before the mail server was asked. */
export type SignInOutcome = 'accepted' | 'refused' | 'locked' | 'unavailable'

/** All metrics of the process. Labels are few and fixed: never a user, a mailbox, an address or an id. */
export interface Metrics {
  readonly requests: RequestMetrics
  readonly store: StoreObserver
  countSignIn(outcome: SignInOutcome): void
  /** Who answered a request that the accelerator knows; `reason` is why we did not. */
  countAccelerated(action: AcceleratedAction, by: PassReason | 'postern'): void
  /** From now on gauges read these at every scrape. */
  observe(sources: StateSources): void
  /** In the text format of Prometheus, with its content type. */
  render(): Promise<{ readonly type: string; readonly body: string }>
}

/** How often the delay of the event loop is looked at (10 by itself): each look wakes a process that has nothing to do. */
const LOOP_LOOK_MS = 100

/** Registers everything in a registry of its own, so that tests and processes do not share counters. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS })
  const makers = makersOf(registry)
  const signIns = makers.counter(
    'postern_sign_ins_total',
    'Attempts to sign in by outcome; an outage is never counted as refused',
    ['outcome'],
  )
  const accelerated = makers.counter(
    'postern_accelerated_requests_total',
    'Requests for Roundcube that the accelerator knows, by action, who answered, and why not Postern',
    ['action', 'by', 'reason'],
  )

  return {
    requests: createRequestMetrics(makers),
    store: createStoreMetrics(makers),
    countSignIn: (outcome) => signIns.inc({ outcome }),
    countAccelerated: (action, by) =>
      accelerated.inc(
        by === 'postern' ? { action, by, reason: '' } : { action, by: 'roundcube', reason: by },
      ),
    observe: (sources) => observeState(registry, sources),
    render: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

type Makers = ReturnType<typeof makersOf>

function makersOf(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
    ) => new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
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
function createRequestMetrics({ counter, histogram }: Makers): RequestMetrics {
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

/** Registers the metrics of the session store and answers what feeds them. */
function createStoreMetrics({ counter, histogram }: Makers): StoreObserver {
  const looks = counter(
    'postern_session_lookups_total',
    'Looks for a session by layer (memory, cache, spool, database) and result',
    ['layer', 'result'],
  )
  const commits = histogram(
    'postern_spool_commit_seconds',
    'Time of one group commit of the spool, to the disk',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
  )
  const committed = counter('postern_spool_writes_total', 'Writes made durable by the spool')
  const drainLag = histogram(
    'postern_drain_lag_seconds',
    'How long the oldest row of a batch waited for the shared database',
    [0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
  )
  const drained = counter('postern_drained_rows_total', 'Rows written to the shared database')
  const refused = counter(
    'postern_database_refusals_total',
    "Batches the shared database refused, by the engine's code; 5 is SQLite's lock",
    ['code'],
  )
  const waits = histogram(
    'postern_database_wait_seconds',
    'How long the shared database refused rows (a lock, an outage) until it took them again',
    [0.1, 0.5, 1, 5, 15, 60, 300, 3_600],
  )

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
