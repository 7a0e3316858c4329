import { hash, timingSafeEqual } from 'node:crypto'

/**
 * Compares two secrets in a time that tells nothing of either: both are hashed first, so lengths agree, which
 * timingSafeEqual needs.
 */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}

/**
 * Compares two tokens of which everybody knows how long they are: no hashing, and still a time that tells nothing of
 * what they hold.
 */
export function isSameToken(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}
