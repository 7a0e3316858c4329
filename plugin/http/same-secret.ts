import { hash, timingSafeEqual } from 'node:crypto'

/**
 * Compares two secrets in a time that tells nothing of either: both are hashed first, so lengths agree, which
 * timingSafeEqual needs.
 */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
