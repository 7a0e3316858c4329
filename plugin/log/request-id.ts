/**
 * Eight lower-case hexadecimal digits that tie the lines of one request together (spec 7). Always
 * random: Roundcube prints a part of the session id here, and so a part of a secret. The first digits of
 * a version 4 UUID are all random (RFC 9562 5.4), and Node makes UUIDs from random bytes kept in store.
 */
export function newRequestId(randomUuid: () => string): string {
  return randomUuid().slice(0, 8)
}
