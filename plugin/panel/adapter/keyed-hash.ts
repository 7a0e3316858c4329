import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Hex HMAC-SHA-256 over named parts. The purpose keeps hashes of one use from standing in for another;
 * JSON keeps the bounds of the parts.
 */
export function keyedHash(key: Buffer, purpose: string, ...parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex')
}

/** Compares two secrets in a time that tells nothing of either: both are hashed first, so lengths agree. */
export function isSameSecret(key: Buffer, one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
