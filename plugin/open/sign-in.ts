import { setTimeout as wait } from 'node:timers/promises'
import type { Seal, Store } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import { createChallenges } from '../second-factor/challenges.ts'
import { createPasskeys } from '../second-factor/passkeys.ts'
import { createSecondFactors } from '../second-factor/second-factors.ts'
import { createMemoryCounters, withFallback } from '../sign-in/counters.ts'
import { createThrottle } from '../sign-in/throttle.ts'

interface SignInNeeds {
  readonly store: Pick<Store, 'counters' | 'personal' | 'documents'>
  readonly seal: Seal
  readonly refreshKeys: (() => Promise<void>) | undefined
  readonly now: () => number
  readonly wall: () => number
}

/** Pairs of account and address that are remembered; the oldest make room. */
const MAX_TRACKED_PAIRS = 100_000

/** Passkeys of one owner. */
const MAX_PASSKEYS = 10

/** Beside `signIn` of the configuration. */
export const SIGN_IN_LIMITS = {
  /** Delay before the response to the n-th failure of an account from one address: a typing error costs nothing, a guess soon does. */
  delaysMs: [0, 0, 1_000, 2_000, 4_000, 8_000, 15_000],
  /** Wrong codes of one account from all addresses in an hour; a code has six digits. */
  codeFailuresPerHour: 20,
  /** Responses that may be held back, and sign-ins that may wait for one of their pair. */
  waiting: 500,
  /** Sign-ins to one account from one address that may wait for each other. */
  waitingPerPair: 20,
}

/** What a sign-in passes: limits on tries of passwords and codes, second factors, passkeys. `current` is asked for what a reload may change. */
export function openSignIn(
  current: () => Config,
  { store, seal, refreshKeys, now, wall }: SignInNeeds,
  limits = SIGN_IN_LIMITS,
) {
  const productName = () => current().webmail.productName
  // For every pair of account and address one, and one for the account.
  const counters = createMemoryCounters({ maxKeys: 2 * MAX_TRACKED_PAIRS, now })
  const attempts = {
    counters: store.counters === undefined ? counters : withFallback(store.counters, counters),
    wait: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }),
  }
  const throttle = createThrottle(() => ({ ...limits, ...current().signIn }), attempts)
  const codeThrottle = createThrottle(() => {
    const { codeFailuresPerHour: accountFailuresPerHour } = limits
    return { ...limits, ...current().signIn, accountFailuresPerHour }
  }, attempts)
  const secondFactors = createSecondFactors({
    personal: store.personal,
    documents: store.documents,
    seal,
    refreshKeys,
    productName,
    wall,
  })
  const passkeys = createPasskeys({
    personal: store.personal,
    challenges: createChallenges({ documents: store.documents, seal, wall }),
    maxPerOwner: MAX_PASSKEYS,
    productName,
    wall,
  })
  return { throttle, codeThrottle, secondFactors, passkeys }
}
