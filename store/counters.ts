/** A count that ends by itself. */
export interface Count {
  readonly count: number
  /** Milliseconds until it begins at zero again; 0 when it stands there. */
  readonly endsInMs: number
}

/** Counts by key, each within a time of its own. Every method throws StoreUnavailable when it could not answer. */
export interface Counters {
  read(key: string): Promise<Count>
  /** Adds one; the first one begins the time. Resolves with the count that includes it. */
  add(key: string, windowMs: number): Promise<Count>
  clear(key: string): Promise<void>
}
