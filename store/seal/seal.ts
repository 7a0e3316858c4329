import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SealKey, SealKeys } from './keys.ts'

/** What a sealed password belongs to; it opens for nothing else. */
export interface SealOwner {
  readonly sessionId: string
  readonly username: string
  readonly host: string
}

/** A sealed password that cannot be opened. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
  readonly reason: SealProblem

  constructor(reason: SealProblem, options: ErrorOptions = {}) {
    super(`seal cannot be opened: ${reason}`, options)
    this.reason = reason
  }
}

/**
 * `damaged`: not ours, changed, or of another session. `key_gone`: its key was removed. `key_not_here`:
 * its key is newer than all of ours, so another instance has it already.
 */
export type SealProblem = 'damaged' | 'key_gone' | 'key_not_here'

/** Seals and opens the IMAP password of a session (NIST SP 800-38D; plugin/docs/threats.md, stored passwords). */
export interface Seal {
  /** Base64 text for the session variable `password` (spec 2.3). */
  seal(password: string, owner: SealOwner): string
  /** Throws SealBroken. */
  open(sealed: string, owner: SealOwner): string
  /** Whether it was sealed under an older key and should be sealed again. */
  needsReseal(sealed: string): boolean
  /** Id of the key that opens it; undefined for what is no seal. */
  keyOf(sealed: string): string | undefined
}

const format = /^v1\.([\w-]+)\.([\w-]+)\.([\w-]+)\.([\w-]*)\.([\w-]+)$/
const saltBytes = 16
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key derived per seal; the newest master key seals, all of them open. */
export function createSeal(keys: SealKeys): Seal {
  return {
    seal(password, owner) {
      const { kid } = keys.newest
      const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)]
      const cipher = createCipheriv('aes-256-gcm', derive(keys.newest, salt), iv)
      cipher.setAAD(boundTo(owner, kid))
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
      const parts = [salt, iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
      return Buffer.from(['v1', kid, ...parts].join('.')).toString('base64')
    },

    open(sealed, owner) {
      const { kid, salt, iv, text, tag } = parse(sealed)
      const key = keys.all.find((candidate) => candidate.kid === kid)
      if (key === undefined) {
        throw new SealBroken(kid > keys.newest.kid ? 'key_not_here' : 'key_gone')
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', derive(key, salt), iv, {
          authTagLength: tagBytes,
        })
        decipher.setAAD(boundTo(owner, kid)).setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SealBroken('damaged', { cause })
      }
    },

    needsReseal: (sealed) => parse(sealed).kid !== keys.newest.kid,
    keyOf: (sealed) => format.exec(Buffer.from(sealed, 'base64').toString('latin1'))?.[1],
  }
}

function derive({ secret }: SealKey, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'postern/imap/v1', 32))
}

function boundTo({ sessionId, username, host }: SealOwner, kid: string): Buffer {
  return Buffer.from([sessionId, username, host, 'imap-password', kid].join('|'))
}

function parse(sealed: string) {
  const match = format.exec(Buffer.from(sealed, 'base64').toString('latin1'))
  if (match === null) throw new SealBroken('damaged')
  const [, kid = '', ...parts] = match
  const [salt, iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (salt?.length !== saltBytes || iv?.length !== ivBytes || tag?.length !== tagBytes) {
    throw new SealBroken('damaged')
  }
  return { kid, salt, iv, text: text ?? Buffer.alloc(0), tag }
}
