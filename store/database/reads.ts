import type { Knex } from 'knex'
import type { StoreUnavailable } from '../fault/unavailable.ts'
import { databaseFault, isLocked, withSql } from './sql-error.ts'
import type { ShownQuery } from './statement.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'
import { createBatches } from '../sql/batches.ts'

/**
 * Reads of the shared database, none of which a request waits for longer than the limit. `knex` only spells
 * queries.
 */
export function createLimitedReads(limitMs: number, knex: () => Knex) {
  let latestLock: { readonly at: number; readonly fault: StoreUnavailable } | undefined

  /** What the engine has said since then of a lock. */
  const lockSince = (startedAt: number): StoreUnavailable | undefined =>
    latestLock !== undefined && latestLock.at >= startedAt ? latestLock.fault : undefined

  return {
    /**
     * The work's value. A failure names the query; one that waited in vain behind others for a lock is told
     * as that lock (spec 7), which the engine has said meanwhile. Throws StoreUnavailable.
     */
    async read<Value>(query: (knex: Knex) => ShownQuery, work: () => Promise<Value>) {
      const startedAt = performance.now()
      try {
        return await withDeadline(work(), limitMs)
      } catch (error) {
        const fault = databaseFault(error, '')
        const lock = fault.engineCode === 'timeout' ? lockSince(startedAt) : undefined
        throw withSql(lock ?? fault, query(knex()).toSQL().sql)
      }
    },
    /** Told of every failure of the connection. */
    failed(fault: StoreUnavailable) {
      if (isLocked(fault)) latestLock = { at: performance.now(), fault }
    },
  }
}

interface BatchedLookupOptions<Value> {
  /** One query for many keys; keys without a value are left out. */
  readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>
  readonly maxKeysPerRead: number
}

/**
 * Look-ups by key that share queries: while one is on its way the next gathers. After a restart
 * thousands of browsers come back at once, and one connection has to answer them all.
 */
export function createBatchedLookup<Value>({
  read,
  maxKeysPerRead,
}: BatchedLookupOptions<Value>): (key: string) => Promise<Value | undefined> {
  const batches = createBatches<string, Value | undefined>({
    maxItems: maxKeysPerRead,
    // No one queues behind an outage.
    failsAll: true,
    work: async (keys) => {
      const values = await read([...new Set(keys)])
      return (key) => values.get(key)
    },
  })
  return (key) => batches.add(key)
}
