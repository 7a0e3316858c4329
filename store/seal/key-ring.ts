import type { SealKey, SealKeys } from './keys.ts'

/** Master keys that can be replaced while others use them: `newest` and `all` are always the last ones read. */
export interface KeyRing extends SealKeys {
  /** Reads the keys again. Rejects and keeps the present ones when they cannot be read. */
  reload(): Promise<void>
  /** As `reload`, for whoever met a key that is not here: often asked, read at most once a second. */
  refresh(): Promise<void>
}

interface KeyRingOptions {
  readonly load: () => Promise<SealKeys>
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

const refreshEveryMs = 1_000

/** Reads the keys for the first time. */
export async function createKeyRing({ load, now, wait }: KeyRingOptions): Promise<KeyRing> {
  let readAt = now()
  let keys = await load()
  let next: Promise<void> | undefined

  async function reload(): Promise<void> {
    readAt = now()
    keys = await load()
  }

  async function reloadInTurn(): Promise<void> {
    const restMs = readAt + refreshEveryMs - now()
    // Not longer, also where the clock was set back.
    await wait(Math.min(refreshEveryMs, Math.max(0, restMs)))
    // Who asks from here on may have met a key this reading just misses.
    next = undefined
    await reload()
  }

  return {
    get newest(): SealKey {
      return keys.newest
    },
    get all(): readonly SealKey[] {
      return keys.all
    },
    reload,
    refresh: () => (next ??= reloadInTurn()),
  }
}
