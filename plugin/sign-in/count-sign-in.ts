import type { SignInOutcome } from '../metrics/metrics.ts'
import { Refusal, type RefusalCode } from '../http/refusal.ts'
import { SignInRefused } from './sign-in.ts'

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
  if (error instanceof SignInRefused) return 'refused'
  if (error instanceof Refusal && LOCKED.has(error.code)) return 'locked'
  return 'unavailable'
}

/** Not asked of the mail server: too many failed before, or too many wait. */
const LOCKED: ReadonlySet<RefusalCode> = new Set(['sign_in_locked', 'sign_in_busy'])
