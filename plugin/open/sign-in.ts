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

/** What a sign-in passes: limits on tries of passwords and codes, second factors, passkeys. `current` is asked for what a reload may change. */
export function openSignIn(
  current: () => Config,
  { store, seal, refreshKeys, now, wall }: SignInNeeds,
) {
  const { signIn } = current()
  const productName = () => current().webmail.productName
  // For every pair of account and address one, and one for the account.
  const counters = createMemoryCounters({ maxKeys: 2 * signIn.trackedPairs, now })
  const attempts = {
    counters: store.counters === undefined ? counters : withFallback(store.counters, counters),
    wait: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }),
  }
  const throttle = createThrottle(() => current().signIn, attempts)
  const codeThrottle = createThrottle(() => {
    const limits = current().signIn
    return { ...limits, accountFailuresPerHour: limits.codeFailuresPerHour }
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
    maxPerOwner: signIn.passkeysPerOwner,
    productName,
    wall,
  })
  return { throttle, codeThrottle, secondFactors, passkeys }
}
