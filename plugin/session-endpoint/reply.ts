/**
 * Replies of RESP2. What php-redis makes of an error depends on its first word: `ERR` it keeps to itself, and
 * Roundcube takes that of a GET for "no such session"; any other is thrown, so that the request fails and the session
 * stays.
 */
export const reply = {
  ok: Buffer.from('+OK\r\n'),
  pong: Buffer.from('+PONG\r\n'),
  none: Buffer.from('$-1\r\n'),
  integer: (value: number) => Buffer.from(`:${value}\r\n`),
  error: (text: string) => Buffer.from(`-ERR ${text}\r\n`),
  /** The request has to fail: who asks again later is answered. */
  tryAgain: (text: string) => Buffer.from(`-TRYAGAIN ${text}\r\n`),
  noAuthentication: Buffer.from('-NOAUTH Authentication required.\r\n'),
  wrongPassword: Buffer.from('-WRONGPASS invalid username-password pair\r\n'),
  bulk: (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')]),
} as const
