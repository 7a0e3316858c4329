/** A count that ends by itself. */
export interface Count {
  readonly count: number
  /** Milliseconds until it begins at zero again; 0 when it stands there. */
  readonly endsInMs: number
}

/** One more, if there was room for it. */
export interface Reservation extends Count {
  /** False: the count had reached its limit, and nothing was added. */
  readonly isTaken: boolean
  /** Takes it off again, for what turns out not to count; once. Does nothing where nothing was added. */
  giveBack(): Promise<void>
}

/** What is counted for how long, and how far. */
export interface CountLimit {
  readonly windowMs: number
  readonly max: number
}

/** Counts by key, each within a time of its own. Every method throws StoreUnavailable when it could not answer. */
export interface Counters {
  read(key: string): Promise<Count>
  /**
   * Looks and adds in one step, so that no two who ask at once both get the last place; the first one
   * begins the time. Resolves with the count that includes it.
   */
  reserve(key: string, limit: CountLimit): Promise<Reservation>
  clear(key: string): Promise<void>
}
