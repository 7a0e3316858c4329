import { hkdfSync } from 'node:crypto'
import type { CacheKeys } from './value.ts'
import type { SealKeys } from '../seal/keys.ts'

/** The codes on cached values come from the master keys, apart from the password's keys. */
export function cacheKeys(keys: SealKeys): () => CacheKeys {
  let derivedFrom = keys.all
  let derived = deriveCacheKeys(keys)
  return () => {
    // Keys read again are another list: rotation takes effect with the next value.
    if (derivedFrom !== keys.all) derived = deriveCacheKeys(keys)
    derivedFrom = keys.all
    return derived
  }
}

function deriveCacheKeys({ newest, all }: SealKeys): CacheKeys {
  const derive = (secret: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'postern/cache/v1', 32))
  const older = all.filter(({ kid }) => kid !== newest.kid)
  return [derive(newest.secret), ...older.map(({ secret }) => derive(secret))]
}
