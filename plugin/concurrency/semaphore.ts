import type { WaitingLimit } from './waiting-limit.ts'
import { createWaitingQueue, type WaitingQueue } from './waiting.ts'

/** How much happens at a time, and how many may wait for it. */
interface SemaphoreLimits {
  /** Holders at a time, of all keys together; any number unless told. */
  readonly max?: number
  /** Holders of one key at a time; without it as many as there are. */
  readonly maxPerKey?: number
  /** Who waits has one of its places. */
  readonly waitingLimit: WaitingLimit
  /** Of these for one key; without it all of them. */
  readonly maxWaitingPerKey?: number
}

/**
 * A semaphore that is shared fairly: between two of one key every other key that waits has one. Who shares
 * with no one names no key.
 */
export interface Semaphore {
  /**
   * Resolves with the function that releases it. `onNone` is called before a wait. Throws the faults of the waiting
   * limit.
   */
  take(signal: AbortSignal, key?: string, onNone?: () => void): Promise<() => void>
  /** The same without waiting: undefined when no slot is free. */
  takeFree(key?: string): (() => void) | undefined
  /** True while a slot is taken or waited for. */
  readonly isBusy: boolean
}

interface KeyState {
  taken: number
  readonly line: WaitingQueue
}

/** First come first served within a key, round robin between keys. Remembers no key that has nothing. */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { max = Infinity, maxPerKey = max, waitingLimit, maxWaitingPerKey = Infinity } = limits
  const states = new Map<string, KeyState>()
  /** Keys that wait, whose turn is next first. */
  const waiting = new Set<string>()
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

  const stateOf = (key: string): KeyState =>
    states.get(key) ?? { taken: 0, line: createWaitingQueue() }
  const takeFree = (key = '') => {
    const state = stateOf(key)
    if (taken >= max || state.taken >= maxPerKey || state.line.length > 0) return undefined
    states.set(key, state)
    taken += 1
    state.taken += 1
    return endOnce(key, state)
  }

  return {
    get isBusy() {
      return taken > 0 || waiting.size > 0
    },
    takeFree,
    async take(signal, key = '', onNone = () => undefined) {
      if (signal.aborted) throw waitingLimit.stopped(signal)
      const free = takeFree(key)
      if (free !== undefined) return free
      onNone()
      const state = stateOf(key)
      if (state.line.length >= maxWaitingPerKey) throw waitingLimit.full()
      const leave = waitingLimit.enter()
      states.set(key, state)
      const admitted = state.line.wait(signal, waitingLimit.stopped)
      waiting.add(key)
      try {
        await admitted
      } finally {
        leave()
        forgetIfUnused(key, state)
      }
      return endOnce(key, state)
    },
  }
}
