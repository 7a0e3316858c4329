import {
  createCipheriv,
  createDecipheriv,
  getCipherInfo,
  randomBytes,
  type CipherGCMTypes,
} from 'node:crypto'
import { SealBroken } from './seal.ts'

/** The password format of Roundcube's sessions, under its settings `des_key` and `cipher_method`. */
export interface RoundcubeCipher {
  seal(password: string): string
  /** Throws SealBroken. Most methods have no code of integrity: a wrong key may also open to nonsense. */
  open(sealed: string): string
}

/** What a method needs. */
interface Method<Name extends string = string> {
  readonly name: Name
  readonly ivBytes: number
  readonly key: Buffer
}

/** Of a method that proves what it opens (AEAD). */
const TAG_BYTES = 16
/** Around its tag. */
const MARK = Buffer.from('##')
/** What Roundcube was seen to seal with; without an IV, and in other modes, it keeps no password. */
const MODES: ReadonlySet<string> = new Set(['cbc', 'ctr', 'cfb', 'ofb', 'gcm', 'ccm', 'stream'])

/**
 * base64 of IV and password, or of `##`, tag, `##`, IV and password where the method proves what it opens (seen with Roundcube 1.6).
 * The method is any of OpenSSL's that Roundcube seals with and this Node has; throws TypeError for another one.
 */
export function createRoundcubeCipher(desKey: string, cipherMethod: string): RoundcubeCipher {
  const info = getCipherInfo(cipherMethod)
  if (info?.ivLength === undefined || !MODES.has(info.mode)) throw unknownMethod(cipherMethod)
  const { name, mode, ivLength: ivBytes } = info
  const key = keyOf(desKey, info.keyLength)
  const cipher = isProving(name, mode)
    ? provingCipher({ name, ivBytes, key })
    : plainCipher({ name, ivBytes, key })
  try {
    // Some are known by name only, in an OpenSSL without its old ones.
    cipher.open(cipher.seal('probe'))
  } catch (cause) {
    throw unknownMethod(cipherMethod, cause)
  }
  return cipher
}

/** Whether passwords that Roundcube seals by this method can be read here. */
export function isRoundcubeCipher(cipherMethod: string): boolean {
  try {
    createRoundcubeCipher('', cipherMethod)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function unknownMethod(cipherMethod: string, cause?: unknown): TypeError {
  return new TypeError(`passwords sealed by ${JSON.stringify(cipherMethod)} cannot be read`, {
    cause,
  })
}

/** The types of Node name some methods with a tag, and all of these take the same calls. */
function isProving(name: string, mode: string): name is CipherGCMTypes {
  return mode === 'gcm' || mode === 'ccm' || name.endsWith('poly1305')
}

/** PHP fills a key that is too short with zeros, and cuts one that is too long. */
function keyOf(desKey: string, bytes: number): Buffer {
  const key = Buffer.alloc(bytes)
  key.write(desKey, 'latin1')
  return key
}

function plainCipher({ name, ivBytes, key }: Method): RoundcubeCipher {
  return {
    seal(password) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(name, key, iv)
      return Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
    },
    open: (sealed) =>
      whole(() => {
        const bytes = Buffer.from(sealed, 'base64')
        const decipher = createDecipheriv(name, key, bytes.subarray(0, ivBytes))
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()])
      }),
  }
}

function provingCipher({ name, ivBytes, key }: Method<CipherGCMTypes>): RoundcubeCipher {
  const options = { authTagLength: TAG_BYTES }
  const ivAt = MARK.length + TAG_BYTES + MARK.length
  return {
    seal(password) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(name, key, iv, options)
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
      return Buffer.concat([MARK, cipher.getAuthTag(), MARK, iv, text]).toString('base64')
    },
    open: (sealed) =>
      whole(() => {
        const bytes = Buffer.from(sealed, 'base64')
        const iv = bytes.subarray(ivAt, ivAt + ivBytes)
        const decipher = createDecipheriv(name, key, iv, options)
        decipher.setAuthTag(bytes.subarray(MARK.length, MARK.length + TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(ivAt + ivBytes)), decipher.final()])
      }),
  }
}

function whole(open: () => Buffer): string {
  try {
    return open().toString()
  } catch (cause) {
    throw new SealBroken('damaged', { cause })
  }
}
