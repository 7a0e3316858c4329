/**
 * Eight lower-case hexadecimal digits that tie the lines of one request together (spec 7). Always
 * random: Roundcube prints a part of the session id here, and so a part of a secret.
 */
export function newRequestId(random: (bytes: number) => Buffer): string {
  return random(4).toString('hex')
}
