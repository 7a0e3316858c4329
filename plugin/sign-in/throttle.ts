import { LRUCache } from 'lru-cache'
import { Refusal } from '../refusal.ts'

interface ThrottleLimits {
  /** Delay before the answer to the n-th failure; the last one repeats. */
  readonly delaysMs: readonly number[]
  readonly lockAfter: number
  readonly windowMs: number
  readonly accountFailuresPerHour: number
  readonly trackedPairs: number
  readonly waiting: number
}

interface Failures {
  count: number
  readonly since: number
}

/**
 * Slows down guessing without locking a victim out: failures count per (account, client address), the
 * lock is soft and ends by itself, and an account-wide cap bounds guessing from many addresses
 * (reference security.md 4.7). Only refused passwords count; the caller never reports an outage here.
 */
export interface Throttle {
  /** Throws Refusal('sign_in_locked') while the pair or the account is locked. */
  check(account: string, clientIp: string): void
  /** Counts a failure and waits the delay it earned. */
  failed(account: string, clientIp: string, signal: AbortSignal): Promise<void>
  /** A success forgives the pair, not the account-wide count. */
  succeeded(account: string, clientIp: string): void
}

const HOUR_MS = 3_600_000

/** A throttle of this process. `wait` is setTimeout as a promise. */
export function createThrottle(
  limits: ThrottleLimits,
  {
    now,
    wait,
  }: {
    readonly now: () => number
    readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  },
): Throttle {
  const pairs = new LRUCache<string, Failures>({ max: limits.trackedPairs })
  const accounts = new LRUCache<string, Failures>({ max: limits.trackedPairs })
  let waiting = 0

  const countOf = (table: LRUCache<string, Failures>, key: string, windowMs: number): Failures => {
    const known = table.get(key)
    return known !== undefined && now() - known.since < windowMs
      ? known
      : { count: 0, since: now() }
  }

  const pairOf = (account: string, clientIp: string): string => `${clientIp} ${account}`

  return {
    check(account, clientIp) {
      const pair = countOf(pairs, pairOf(account, clientIp), limits.windowMs)
      const whole = countOf(accounts, account, HOUR_MS)
      if (pair.count >= limits.lockAfter) throw locked(pair.since + limits.windowMs - now())
      if (whole.count >= limits.accountFailuresPerHour) throw locked(whole.since + HOUR_MS - now())
    },
    async failed(account, clientIp, signal) {
      const pair = countOf(pairs, pairOf(account, clientIp), limits.windowMs)
      const whole = countOf(accounts, account, HOUR_MS)
      const delayMs = limits.delaysMs[Math.min(pair.count, limits.delaysMs.length - 1)] ?? 0
      pair.count += 1
      whole.count += 1
      pairs.set(pairOf(account, clientIp), pair)
      accounts.set(account, whole)
      // Held answers are bounded too: past the bound the answer comes at once, still counted.
      if (delayMs === 0 || waiting >= limits.waiting) return
      waiting += 1
      try {
        await wait(delayMs, signal)
      } finally {
        waiting -= 1
      }
    },
    succeeded(account, clientIp) {
      pairs.delete(pairOf(account, clientIp))
    },
  }
}

function locked(remainingMs: number): Refusal {
  return new Refusal('sign_in_locked', {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
  })
}
