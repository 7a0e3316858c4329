/** Callers that want the same thing at the same time share one run of the work. */
export interface SingleFlight<Value> {
  /** Runs the work, or joins the run of the same key that has not ended yet. A failure is shared, and not remembered. */
  run(key: string, work: () => Promise<Value>): Promise<Value>
  /** Whether a run of the key has not ended yet. */
  has(key: string): boolean
}

/** The work has no caller's signal: it continues when callers leave (`abortable-flight.ts` ends it then). */
export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Promise<Value>>()
  return {
    run(key, work) {
      const joined = flights.get(key)
      if (joined !== undefined) return joined
      const flight = work().finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
    has: (key) => flights.has(key),
  }
}

/** The same for one piece of work, which has no key. */
export function shareRuns<Value>(work: () => Promise<Value>): () => Promise<Value> {
  const flight = createSingleFlight<Value>()
  return () => flight.run('', work)
}
