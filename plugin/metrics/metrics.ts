import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import type { StoreObserver } from '../../store/index.ts'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts'
import { observeState, type StateSources } from './state-metrics.ts'
import { createStoreMetrics } from './store-metrics.ts'

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
