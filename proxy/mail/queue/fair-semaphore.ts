import { MailFault } from '../model/mail-fault.ts'
import { createWaitingQueue, type WaitingQueue } from '../../queue/waiting.ts'
import { stoppedWaiting } from './waiting-limit.ts'

/** How much happens at a time, and how many may wait for it. */
export interface FairSemaphoreLimits {
  /** Holders at a time, of all keys together. */
  readonly max: number
  /** Holders of one key at a time; without it as many as there are. */
  readonly maxPerKey?: number
  readonly maxWaiting: number
  /** Of these for one key; without it all of them. */
  readonly maxWaitingPerKey?: number
}

/** A semaphore that is shared fairly: between two of one key every other key that waits has one. */
export interface FairSemaphore {
  /** Resolves with the function that releases it. Throws MailFault `busy` or `timed_out`. */
  take(key: string, signal: AbortSignal): Promise<() => void>
  /** True while a slot is taken or waited for. */
  readonly isBusy: boolean
}

interface KeyState {
  taken: number
  readonly line: WaitingQueue
}

/** First come first served within a key, round robin between keys. Remembers no key that has nothing. */
export function createFairSemaphore(limits: FairSemaphoreLimits): FairSemaphore {
  const { max, maxPerKey = max, maxWaiting, maxWaitingPerKey = maxWaiting } = limits
  const states = new Map<string, KeyState>()
  /** Keys that wait, whose turn is next first. */
  const waiting = new Set<string>()
  let waitingCount = 0
  let taken = 0

  const forgetIfUnused = (key: string, { taken: own, line }: KeyState) => {
    if (line.length === 0) waiting.delete(key)
    if (own === 0 && line.length === 0 && states.get(key)?.line === line) states.delete(key)
  }
  const admitNext = () => {
    for (const key of waiting) {
      const state = states.get(key)
      if (taken >= max) return
      if (state === undefined || state.taken >= maxPerKey) continue
      waiting.delete(key)
      // Taken on behalf of who enters, so that no newcomer sees a gap.
      taken += 1
      state.taken += 1
      state.line.admit()
      if (state.line.length > 0) waiting.add(key)
    }
  }
  const endOnce = (key: string, state: KeyState) => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      taken -= 1
      state.taken -= 1
      admitNext()
      forgetIfUnused(key, state)
    }
  }

  return {
    get isBusy() {
      return taken > 0 || waitingCount > 0
    },
    async take(key, signal) {
      if (signal.aborted) throw stoppedWaiting(signal)
      const state = states.get(key) ?? { taken: 0, line: createWaitingQueue() }
      if (taken < max && state.taken < maxPerKey && state.line.length === 0) {
        states.set(key, state)
        taken += 1
        state.taken += 1
        return endOnce(key, state)
      }
      if (waitingCount >= maxWaiting || state.line.length >= maxWaitingPerKey) {
        throw new MailFault('busy', 'Too many requests are waiting')
      }
      states.set(key, state)
      const admitted = state.line.wait(signal, stoppedWaiting)
      waiting.add(key)
      waitingCount += 1
      try {
        await admitted
      } finally {
        waitingCount -= 1
        forgetIfUnused(key, state)
      }
      return endOnce(key, state)
    },
  }
}
