import { createHmac, randomBytes } from 'node:crypto'
import type { Credential } from '../model/account.ts'

const KEY_BYTES = 32

/**
 * Names credentials without telling their passwords: the same for the same credential, and another for
 * another password, so that what was opened with one is of no use to who has another. Means nothing
 * outside of this process. A digest under a key, so that a dump of them is no list of password hashes.
 */
export function createCredentialKeys(): (credential: Credential) => string {
  const secret = randomBytes(KEY_BYTES)
  return (credential) => {
    const digest = createHmac('sha256', secret).update(credential.password).digest('base64url')
    return JSON.stringify([ownerOf(credential), digest])
  }
}

/** One mailbox owner, whatever the password: who signs in, and for whom. */
export function ownerOf({ user, authorizationId }: Credential): string {
  return JSON.stringify([user, authorizationId ?? null])
}
