import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** Without letters and digits that look like each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CHARS = 16
const COUNT = 10
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Codes as they are kept: scrypt of each (RFC 7914; Node's cost, 16 MiB), under one salt. */
export interface RecoveryHashes {
  /** Both base64url. */
  readonly salt: string
  readonly hashes: readonly string[]
}

/** Ten codes of 79 bits in groups of four, and what is stored of them. */
export async function newRecoveryCodes(): Promise<{
  readonly codes: readonly string[]
  readonly kept: RecoveryHashes
}> {
  const codes = Array.from({ length: COUNT }, newCode)
  const salt = randomBytes(SALT_BYTES)
  const hashes: string[] = []
  // One after the other: each takes 16 MiB.
  for (const code of codes) hashes.push((await hashOf(code, salt)).toString('base64url'))
  return { codes, kept: { salt: salt.toString('base64url'), hashes } }
}

/** Whether a text has the shape of a code, however it is spaced. */
export function isRecoveryCode(text: string): boolean {
  const code = plain(text)
  return code.length === CHARS && Array.from(code).every((char) => ALPHABET.includes(char))
}

/** What is stored once a code is used; undefined where it is none of them. */
export async function withoutRecoveryCode(
  text: string,
  { salt, hashes }: RecoveryHashes,
): Promise<RecoveryHashes | undefined> {
  const hash = await hashOf(text, Buffer.from(salt, 'base64url'))
  const rest = hashes.filter((stored) => !timingSafeEqual(Buffer.from(stored, 'base64url'), hash))
  return rest.length === hashes.length ? undefined : { salt, hashes: rest }
}

function newCode(): string {
  const chars = Array.from({ length: CHARS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return chars.join('').replace(/.{4}(?=.)/g, '$&-')
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}

function hashOf(code: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain(code), salt, HASH_BYTES, (error, hash) => {
      if (error === null) resolve(hash)
      else reject(error)
    })
  })
}
