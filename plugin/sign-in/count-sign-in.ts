import type { SignInOutcome } from '../metrics/metrics.ts'
import { Refusal } from '../refusal.ts'
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
  if (error instanceof Refusal && error.code === 'sign_in_locked') return 'locked'
  return 'unavailable'
}
