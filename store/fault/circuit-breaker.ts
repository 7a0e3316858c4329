import { StoreUnavailable } from './unavailable.ts'

interface BreakerOptions {
  /** Failures in a row that open the breaker. */
  readonly failures: number
  /** After this time one call is let through to see whether the store is back. */
  readonly openMs: number
  readonly now: () => number
  readonly onChange: (state: 'open' | 'closed') => void
}

/**
 * Stops asking a store that does not answer, so that its silence costs a request once, not always. One
 * successful call closes it.
 */
export function createBreaker({ failures, openMs, now, onChange }: BreakerOptions) {
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
    /** Runs the call, or throws StoreUnavailable at once while the breaker is open. */
    async call<Value>(work: () => Promise<Value>) {
      if (isOpen()) {
        if (now() < retryAt) throw new StoreUnavailable('cache', 'breaker_open', undefined)
        // This call is the probe; others continue being refused until it has its response.
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
