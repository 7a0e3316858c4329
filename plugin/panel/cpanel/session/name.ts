/**
 * `<user>:<random>[:<TAG>]` (plugin/docs/threats.md, cPanel), as a file name below one directory: visible ASCII
 * without a slash or comma. The user is empty before the sign-in.
 */
const NAME = /^[!-+.0-~-]{0,254}:[A-Za-z0-9_]{16,64}(?::[A-Z_]{1,64})?$/

/** The secret behind the comma encodes the password in the file; the name is the same without it. */
const TAIL = /,[0-9a-f]{1,64}$/

/** The session a cookie value names, which is also the name of its files; undefined when it is none. */
export function sessionNameOf(cookieValue: string): string | undefined {
  const decoded = cookieValue.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const name = decoded.replace(TAIL, '')
  return NAME.test(name) ? name : undefined
}
