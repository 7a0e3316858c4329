import type { SealKey, SealKeys } from './seal-keys.ts'

/** Master keys that can be replaced while others use them: `newest` and `all` are always the last ones read. */
export interface KeyRing extends SealKeys {
  /** Reads the keys again. Rejects and keeps the present ones when they cannot be read. */
  reload(): Promise<void>
}

/** Reads the keys for the first time. */
export async function createKeyRing(load: () => Promise<SealKeys>): Promise<KeyRing> {
  let keys = await load()
  return {
    get newest(): SealKey {
      return keys.newest
    },
    get all(): readonly SealKey[] {
      return keys.all
    },
    async reload() {
      keys = await load()
    },
  }
}
