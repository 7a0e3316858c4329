import { createSemaphore, type Semaphore } from './semaphore.ts'
import type { WaitingLimit } from './waiting-limit.ts'

/** The connections an owner may have besides the working one: for proofs of sign-ins, and to watch. */
export interface SpareSemaphore {
  /** Waits for a slot; when there is none, `onNone` is called before. */
  take(owner: string, signal: AbortSignal, onNone: () => void): Promise<() => void>
  /** undefined when none is free. */
  takeFree(owner: string): (() => void) | undefined
}

/** Gives every owner `max` slots; remembers nobody who has none. */
export function createSpareSemaphore({
  max,
  waitingLimit,
}: {
  readonly max: number
  readonly waitingLimit: WaitingLimit
}): SpareSemaphore {
  const semaphores = new Map<string, Semaphore>()
  const enter = (owner: string): Semaphore => {
    const semaphore = semaphores.get(owner) ?? createSemaphore({ max, waitingLimit })
    semaphores.set(owner, semaphore)
    return semaphore
  }
  const ending = (owner: string, semaphore: Semaphore, end: () => void) => () => {
    end()
    if (!semaphore.isBusy) semaphores.delete(owner)
  }

  return {
    take: async (owner, signal, onNone) => {
      const semaphore = enter(owner)
      const free = semaphore.takeFree()
      if (free !== undefined) return ending(owner, semaphore, free)
      onNone()
      return ending(owner, semaphore, await semaphore.take(signal))
    },
    takeFree: (owner) => {
      const semaphore = enter(owner)
      const free = semaphore.takeFree()
      return free === undefined ? undefined : ending(owner, semaphore, free)
    },
  }
}
