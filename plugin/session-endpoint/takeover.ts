/**
 * Sessions that a user takes over from where Roundcube had them before, in passes over all of them. While that is under way
 * a session that is missing may only be on its way: who requests it waits until it would have come.
 */
export interface Takeover {
  /** A pass has been written, and the next one starts. */
  passed(): void
  finish(): void
  /** False at once while no one takes sessions over; true when one is to be looked for again. */
  settled(): Promise<boolean>
}

/** A pass of a hundred thousand sessions takes some seconds; who takes them over may have been killed. */
const PASS_LIMIT_MS = 15_000
/** The pass that was under way may have looked before the session was written, so the one after it counts. */
const PASSES_AWAITED = 2

/** No one takes sessions over yet. */
export function createTakeover(): Takeover {
  const waiting = new Set<{ readonly until: number; readonly go: () => void }>()
  let passes = 0
  let limit: NodeJS.Timeout | undefined

  function release(isDue: (until: number) => boolean): void {
    for (const entry of waiting) {
      if (!isDue(entry.until)) continue
      waiting.delete(entry)
      entry.go()
    }
  }

  function finish(): void {
    clearTimeout(limit)
    limit = undefined
    release(() => true)
  }

  return {
    passed() {
      passes += 1
      clearTimeout(limit)
      limit = setTimeout(finish, PASS_LIMIT_MS).unref()
      release((until) => until <= passes)
    },
    finish,
    async settled() {
      if (limit === undefined) return false
      await new Promise<void>((go) => {
        waiting.add({ until: passes + PASSES_AWAITED, go })
      })
      return true
    },
  }
}
