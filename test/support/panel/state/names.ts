import type { Random } from '../../random.ts'
import type { TemporaryUser } from './session.ts'

const NAME_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** `<user>:<16 characters>[:<TAG>]`; the user is empty before the sign-in (plugin/docs/threats.md, cPanel). */
export function newSessionName(user: string, random: Random, tag?: string): string {
  const name = `${user}:${pick(NAME_CHARACTERS, 16, random)}`
  return tag === undefined ? name : `${name}:${tag}`
}

/** The per-session secret behind the comma of a cookie: 32 lower-case hex. */
export function newObfuscation(random: Random): string {
  return pick('0123456789abcdef', 32, random)
}

/** Ten digits, zero padded. */
export function newSegmentDigits(random: Random): string {
  return String(random(10 ** 10)).padStart(10, '0')
}

/** A plain number below 10^14, not padded: most have 14 digits, some fewer. It is no date. */
export function newPostLogin(random: Random, digits: 'natural' | 14): string {
  const number = digits === 14 ? 10 ** 13 + random(9 * 10 ** 13) : random(10 ** 14)
  return String(number)
}

/** Validation token of a session file: 16 letters. */
export function newValidationToken(random: Random): string {
  return pick(LETTERS, 16, random)
}

/** `cpses_`, two letters of the account and eight characters; the password names the user again (plugin/docs/threats.md, cPanel). */
export function newTemporaryUser(account: string, random: Random): TemporaryUser {
  const user = `cpses_${account.slice(0, 2)}${pick(NAME_CHARACTERS, 8, random)}`
  return { user, password: `${user}[::cpses::]${pick(NAME_CHARACTERS, 32, random)}` }
}

/** A session name as a cookie spells it: `:`, `,` and `@` escaped, in lower case. */
export function encodeCookieValue(value: string): string {
  return value.replace(
    /[:,@%;\s"\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** The session name a cookie value means, without the secret behind the comma. */
export function decodeCookieValue(value: string): string {
  const decoded = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded.replace(/,[0-9a-f]{1,64}$/, '')
}

function pick(characters: string, length: number, random: Random): string {
  return Array.from({ length }, () => characters.charAt(random(characters.length))).join('')
}
