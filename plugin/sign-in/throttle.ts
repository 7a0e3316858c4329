import type { Count, Counters } from '../../store/counters.ts'
import { Refusal } from '../refusal.ts'

interface ThrottleLimits {
  /** Delay before the answer to the n-th failure; the last one repeats. */
  readonly delaysMs: readonly number[]
  readonly lockAfter: number
  readonly windowMs: number
  readonly accountFailuresPerHour: number
  readonly waiting: number
}

/**
 * Slows down guessing without locking a victim out: failures count per (account, client address), the
 * lock is soft and ends by itself, and an account-wide cap bounds guessing from many addresses
 * (reference security.md 4.7). Only refused passwords count; the caller never reports an outage here.
 */
export interface Throttle {
  /** Rejects with Refusal('sign_in_locked') while the pair or the account is locked. */
  check(account: string, clientIp: string): Promise<void>
  /** Counts a failure and waits the delay it earned. */
  failed(account: string, clientIp: string, signal: AbortSignal): Promise<void>
  /** A success forgives the pair, not the account-wide count. */
  succeeded(account: string, clientIp: string): Promise<void>
}

const HOUR_MS = 3_600_000

/** A throttle over the counters. `wait` is setTimeout as a promise. */
export function createThrottle(
  limits: ThrottleLimits,
  {
    counters,
    wait,
  }: {
    readonly counters: Counters
    readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  },
): Throttle {
  let waiting = 0

  const pairOf = (account: string, clientIp: string): string => `pair ${clientIp} ${account}`
  const wholeOf = (account: string): string => `account ${account}`

  return {
    async check(account, clientIp) {
      const [pair, whole] = await Promise.all([
        counters.read(pairOf(account, clientIp)),
        counters.read(wholeOf(account)),
      ])
      if (pair.count >= limits.lockAfter) throw locked(pair)
      if (whole.count >= limits.accountFailuresPerHour) throw locked(whole)
    },
    async failed(account, clientIp, signal) {
      const [pair] = await Promise.all([
        counters.add(pairOf(account, clientIp), limits.windowMs),
        counters.add(wholeOf(account), HOUR_MS),
      ])
      const delayMs = limits.delaysMs[Math.min(pair.count, limits.delaysMs.length) - 1] ?? 0
      // Held answers are bounded too: past the bound the answer comes at once, still counted.
      if (delayMs === 0 || waiting >= limits.waiting) return
      waiting += 1
      try {
        await wait(delayMs, signal)
      } finally {
        waiting -= 1
      }
    },
    succeeded: (account, clientIp) => counters.clear(pairOf(account, clientIp)),
  }
}

function locked({ endsInMs }: Count): Refusal {
  return new Refusal('sign_in_locked', {
    retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
  })
}
