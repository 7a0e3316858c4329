import { createSemaphore } from '../concurrency/semaphore.ts'
import { createWaitingLimit } from '../concurrency/waiting-limit.ts'
import type { Count, Counters, Reservation } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'

interface ThrottleLimits {
  /** Delay before the response to the n-th failure; the last one repeats. */
  readonly delaysMs: readonly number[]
  readonly lockAfter: number
  readonly windowMs: number
  readonly accountFailuresPerHour: number
  /** Answers held back, and attempts that wait for one of their pair, at one time. */
  readonly waiting: number
  /** Attempts of one pair that wait for each other. */
  readonly waitingPerPair: number
}

/**
 * Slows down guessing without locking a victim out: attempts are counted per (account, client address)
 * before anyone judges them, the lock is soft and ends automatically, and an account-wide cap bounds
 * guessing from many addresses (OWASP ASVS 4.0.3, 2.2.1). Of one pair one attempt at a time is judged.
 */
export interface Throttle {
  /**
   * Waits until no other attempt of the pair is under way, and counts this one. Rejects with
   * Refusal('sign_in_locked') while the pair or the account is locked, Refusal('sign_in_busy') when too
   * many wait. Who gets an attempt ends it, by one of its methods.
   */
  startAttempt(account: string, clientIp: string, signal: AbortSignal): Promise<Attempt>
}

/** One attempt that was counted. */
export interface Attempt {
  /** The password was refused: it stays counted. Waits the delay it earned. */
  refused(signal: AbortSignal): Promise<void>
  /** A success forgives the pair, not the account-wide count. */
  accepted(): Promise<void>
  /** No one judged the password: it never happened. */
  unjudged(): Promise<void>
  /** The mail server had the password and did not answer in time: it stays counted. */
  unanswered(): void
}

const HOUR_MS = 3_600_000
const BUSY_RETRY_SECONDS = 2

/** A throttle over the counters. What may wait stays as it is at first; `wait` is setTimeout as a promise. */
export function createThrottle(
  limitsNow: () => ThrottleLimits,
  {
    counters,
    wait,
  }: {
    readonly counters: Counters
    readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  },
): Throttle {
  const { waiting, waitingPerPair } = limitsNow()
  let held = 0
  const semaphore = createSemaphore({
    maxPerKey: 1,
    waitingLimit: createWaitingLimit({ maxWaiting: waiting, full: busy }),
    maxWaitingPerKey: waitingPerPair,
  })

  const holdBack = async (failures: number, signal: AbortSignal): Promise<void> => {
    const { delaysMs } = limitsNow()
    const delayMs = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
    // Held answers are bounded too: past the bound the response comes at once, still counted.
    if (delayMs === 0 || held >= waiting) return
    held += 1
    try {
      await wait(delayMs, signal)
    } catch (error) {
      // Who does not wait for the response is refused all the same.
      if (!signal.aborted) throw error
    } finally {
      held -= 1
    }
  }

  /** The pair first: what it refuses must not use up what the account has for other addresses. */
  const reserve = async (account: string, pairKey: string): Promise<[Reservation, Reservation]> => {
    const { lockAfter, windowMs, accountFailuresPerHour } = limitsNow()
    const pair = await counters.reserve(pairKey, { windowMs, max: lockAfter })
    if (!pair.isTaken) throw locked(pair)
    const whole = await counters.reserve(`account ${account}`, {
      windowMs: HOUR_MS,
      max: accountFailuresPerHour,
    })
    if (whole.isTaken) return [pair, whole]
    await pair.giveBack()
    throw locked(whole)
  }

  return {
    async startAttempt(account, clientIp, signal) {
      const pairKey = `pair ${clientIp} ${account}`
      const release = await semaphore.take(signal, pairKey)
      try {
        const [pair, whole] = await reserve(account, pairKey)
        return {
          refused: (until) => {
            // Only the response is held back: the next attempt of the pair may be the right one.
            release()
            return holdBack(pair.count, until)
          },
          accepted: async () => {
            await Promise.all([counters.clear(pairKey), whole.giveBack()]).finally(release)
          },
          unanswered: release,
          unjudged: async () => {
            await Promise.all([pair.giveBack(), whole.giveBack()]).finally(release)
          },
        }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

function busy(): Refusal {
  return new Refusal('sign_in_busy', { retryAfterSeconds: BUSY_RETRY_SECONDS })
}

function locked({ endsInMs }: Count): Refusal {
  return new Refusal('sign_in_locked', {
    retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
  })
}
