/** Shares one piece of work among all who ask for the same key while it runs. */
export interface SingleFlight<Value> {
  /**
   * The running work of this key, or new work. Undefined when as many keys as allowed are in flight.
   * Rejects with the signal's reason when this caller gives up; the work goes on for the others.
   */
  join(key: string, work: () => Promise<Value>, signal: AbortSignal): Promise<Value> | undefined
}

/** Creates a single flight of at most `maxKeys` keys at a time. `work` must have its own time limit. */
export function createSingleFlight<Value>({
  maxKeys,
}: {
  readonly maxKeys: number
}): SingleFlight<Value> {
  const flights = new Map<string, Promise<Value>>()
  return {
    join(key, work, signal) {
      const running = flights.get(key)
      if (running !== undefined) return untilAborted(running, signal)
      if (flights.size >= maxKeys) return undefined
      const flight = work().finally(() => flights.delete(key))
      flights.set(key, flight)
      return untilAborted(flight, signal)
    },
  }
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new DOMException('The caller gave up', 'AbortError'))
    }
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp)
    })
  })
}
