import { collectDefaultMetrics, Registry } from 'prom-client'
import type { StoreObserver } from '../../store/index.ts'
import type { PassReason } from '../accelerator/request/response.ts'
import type { AcceleratedAction } from '../accelerator/request/hot-request.ts'
import { makersOf, type Makers } from './makers.ts'
import { createRequestMetrics, type RequestMetrics } from './request-observer.ts'
import { observeState, type StateSources } from './state-metrics.ts'

/** How an attempt to sign in ended; `locked`: refused before the mail server was asked. */
export type SignInOutcome = 'accepted' | 'refused' | 'locked' | 'unavailable'

/** All metrics of the process. Labels are few and fixed: never a user, a mailbox, an address or an id. */
export interface Metrics {
  readonly requests: RequestMetrics
  readonly store: StoreObserver
  countSignIn(outcome: SignInOutcome): void
  /** Who answered a request that the accelerator knows; `reason` is why we did not. */
  countAccelerated(action: AcceleratedAction, by: PassReason | 'postern'): void
  /** Of the session endpoint: a command that was refused or failed, or a connection that was turned away. */
  countSessionEndpointProblem(): void
  /** From now on gauges read these at every scrape. */
  observe(sources: StateSources): void
  /** In the text format of Prometheus, with its content type. */
  render(): Promise<{ readonly type: string; readonly body: string }>
}

/** How often the delay of the event loop is looked at (10 automatically): each look wakes a process that has nothing to do. */
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
  const endpointProblems = makers.counter(
    'postern_session_endpoint_problems_total',
    'Commands of another webmail for its sessions that were refused or failed; the operational log says why',
  )

  return {
    requests: createRequestMetrics(makers),
    store: createStoreMetrics(makers),
    countSignIn: (outcome) => signIns.inc({ outcome }),
    countAccelerated: (action, by) =>
      accelerated.inc(
        by === 'postern' ? { action, by, reason: '' } : { action, by: 'roundcube', reason: by },
      ),
    countSessionEndpointProblem: () => endpointProblems.inc(),
    observe: (sources) => observeState(registry, sources),
    render: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

/** Registers the metrics of the session store and answers what feeds them. */
function createStoreMetrics({ counter, histogram }: Makers): StoreObserver {
  const memory = { hit: 0, miss: 0 }
  const looks = counter(
    'postern_session_lookups_total',
    'Looks for a session by layer (memory, cache, spool, database) and result',
    ['layer', 'result'],
    (counted) => {
      for (const result of ['hit', 'miss'] as const) {
        counted.inc({ layer: 'memory', result }, memory[result])
        memory[result] = 0
      }
    },
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
    memory,
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
