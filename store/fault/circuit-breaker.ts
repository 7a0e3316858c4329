import { StoreUnavailable } from './unavailable.ts'

/** Stops asking a store that does not answer, so that its silence costs a request once, not always. */
export interface Breaker {
  /** Runs the call, or throws StoreUnavailable at once while the breaker is open. */
  call<Value>(work: () => Promise<Value>): Promise<Value>
  isOpen(): boolean
}

interface BreakerOptions {
  /** Failures in a row that open the breaker. */
  readonly failures: number
  /** After this time one call is let through to see whether the store is back. */
  readonly openMs: number
  readonly now: () => number
  readonly onChange: (state: 'open' | 'closed') => void
}

/** A breaker around the cache; one successful call closes it. */
export function createBreaker({ failures, openMs, now, onChange }: BreakerOptions): Breaker {
  let failed = 0
  let retryAt = 0

  function isOpen(): boolean {
    return failed >= failures
  }

  function succeeded(): void {
    if (isOpen()) onChange('closed')
    failed = 0
  }

  function hasFailed(): void {
    failed += 1
    retryAt = now() + openMs
    if (failed === failures) onChange('open')
  }

  return {
    isOpen,
    async call(work) {
      if (isOpen()) {
        if (now() < retryAt) throw new StoreUnavailable('cache', 'breaker_open', undefined)
        // This call is the probe; others go on being refused until it has its answer.
        retryAt = now() + openMs
      }
      try {
        const value = await work()
        succeeded()
        return value
      } catch (error) {
        hasFailed()
        throw error
      }
    },
  }
}
