import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SealBroken } from './seal.ts'

/**
 * The password format of Roundcube's sessions, under its settings `des_key` and `cipher_method` (DES-EDE3-CBC, which is
 * its default).
 */
export interface RoundcubeCipher {
  seal(password: string): string
  /** Throws SealBroken. The format has no code of integrity: a wrong key may also open to nonsense. */
  open(sealed: string): string
}

const ivBytes = 8

/** base64(IV . DES-EDE3-CBC(password)) under the 24 raw bytes of `des_key`; throws TypeError for another length. */
export function createRoundcubeCipher(desKey: string): RoundcubeCipher {
  const key = Buffer.from(desKey, 'latin1')
  if (key.length !== 24) throw new TypeError('des_key must have 24 bytes')

  return {
    seal(password) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('des-ede3-cbc', key, iv)
      return Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const decipher = createDecipheriv('des-ede3-cbc', key, bytes.subarray(0, ivBytes))
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes)),
          decipher.final(),
        ]).toString()
      } catch (cause) {
        throw new SealBroken('damaged', { cause })
      }
    },
  }
}
