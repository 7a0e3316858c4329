import { Counter, Histogram, type Registry } from 'prom-client'
import type { StoreObserver } from '../../store/index.ts'

/** Registers the metrics of the session store and answers what feeds them. */
export function createStoreMetrics(registry: Registry): StoreObserver {
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
