import { DeadlineExceeded } from '../../plugin/concurrency/deadline.ts'

/**
 * A store could not respond. Never to be read as "there is none": a handler that catches this responds with 503
 * and keeps the session (plugin/docs/architecture.md).
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly store: 'spool' | 'cache' | 'database'
  /** Engine's own code where there is one, e.g. 5 for SQLITE_BUSY. */
  readonly engineCode: string

  constructor(store: 'spool' | 'cache' | 'database', engineCode: string, cause: unknown) {
    super(`${store} unavailable (${engineCode})`, { cause })
    this.store = store
    this.engineCode = engineCode
  }
}

/** What a database that did not answer in time is: for `withDeadline`. */
export function databaseTimedOut(limitMs: number): never {
  throw new StoreUnavailable('database', 'timeout', new DeadlineExceeded(limitMs))
}

/** The driver of the configured database is not installed; the message says how to get it. */
export class MissingDriver extends Error {
  override readonly name = 'MissingDriver'
}

/** The response of a store that may be away without harm: undefined then. Throws whatever else the response does. */
export async function unlessAway<Value>(response: Promise<Value>): Promise<Value | undefined> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return undefined
  }
}
