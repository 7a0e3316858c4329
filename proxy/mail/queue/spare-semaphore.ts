import { createTurns, type Turns } from './semaphore.ts'
import type { WaitingRoom } from './waiting-limit.ts'

/** The connections an owner may have besides the working one: for proofs of sign-ins, and to watch. */
export interface SpareTurns {
  /** Waits for a turn; when there is none, `onNone` is called before. */
  take(owner: string, signal: AbortSignal, onNone: () => void): Promise<() => void>
  /** undefined when none is free. */
  takeFree(owner: string): (() => void) | undefined
}

/** Gives every owner `max` turns; remembers nobody who has none. */
export function createSpareTurns({
  max,
  room,
}: {
  readonly max: number
  readonly room: WaitingRoom
}): SpareTurns {
  const turnsOf = new Map<string, Turns>()
  const enter = (owner: string): Turns => {
    const turns = turnsOf.get(owner) ?? createTurns({ max, room })
    turnsOf.set(owner, turns)
    return turns
  }
  const ending = (owner: string, turns: Turns, end: () => void) => () => {
    end()
    if (!turns.isBusy) turnsOf.delete(owner)
  }

  return {
    take: async (owner, signal, onNone) => {
      const turns = enter(owner)
      const free = turns.takeFree()
      if (free !== undefined) return ending(owner, turns, free)
      onNone()
      return ending(owner, turns, await turns.take(signal))
    },
    takeFree: (owner) => {
      const turns = enter(owner)
      const free = turns.takeFree()
      return free === undefined ? undefined : ending(owner, turns, free)
    },
  }
}
