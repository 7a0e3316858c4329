import type { SignInOutcome } from '../metrics/metrics.ts'
import { Refusal, type RefusalCode } from '../http/refusal.ts'

/** Counts how an attempt to sign in ends, and passes its end on. */
export async function countSignIn<Result>(
  attempt: () => Promise<Result>,
  count: (outcome: SignInOutcome) => void,
): Promise<Result> {
  try {
    const result = await attempt()
    count('accepted')
    return result
  } catch (error) {
    count(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): SignInOutcome {
  if (!(error instanceof Refusal)) return 'unavailable'
  if (error.code === 'sign_in_failed') return 'refused'
  return LOCKED.has(error.code) ? 'locked' : 'unavailable'
}

/** Not asked of the mail server: too many failed before, or too many wait. */
const LOCKED: ReadonlySet<RefusalCode> = new Set(['sign_in_locked', 'sign_in_busy'])
