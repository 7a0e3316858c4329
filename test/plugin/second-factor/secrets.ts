import { createSeal, personalOwner, type PersonalDocuments } from '../../../store/index.ts'
import type { SealKeys } from '../../../store/seal/keys.ts'
import {
  retainedBy,
  storedSchema,
  SECRETS,
  TOTP_ID,
} from '../../../plugin/second-factor/stored-secret.ts'

const older = { kid: '1', secret: Buffer.alloc(32, 1) }
const newer = { kid: '2', secret: Buffer.alloc(32, 2) }

/** The keys before a rotation, after it, and once the older one was removed. */
export const before: SealKeys = { newest: older, all: [older] }
export const rotated: SealKeys = { newest: newer, all: [older, newer] }
export const after: SealKeys = { newest: newer, all: [newer] }

const ownerOf = (n: number) => ({ username: `user${n}`, mailHost: 'mail.example' })

/** Keeps a secret for each of so many owners, as setting codes up would. */
export async function keepSecrets(personal: PersonalDocuments, count: number): Promise<void> {
  const seal = createSeal(before)
  for (let n = 0; n < count; n += 1) {
    const { username, mailHost } = ownerOf(n)
    const secret = seal.seal(`SECRET${n}`, retainedBy(personalOwner(username, mailHost)))
    const body = JSON.stringify({ secret, salt: 'c2FsdA', hashes: ['aGFzaA'] })
    await personal.save(ownerOf(n), SECRETS, [{ id: TOTP_ID, baseVersion: 0, body }])
  }
}

/** What the secrets are that these keys open, by owner; undefined for the others. */
export function openedSecrets(personal: PersonalDocuments, keys: SealKeys, count: number) {
  const seal = createSeal(keys)
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { username, mailHost } = ownerOf(n)
      const body = (await personal.find(ownerOf(n), SECRETS, TOTP_ID))?.body ?? '{}'
      const { secret } = storedSchema.parse(JSON.parse(body))
      try {
        return seal.open(secret, retainedBy(personalOwner(username, mailHost)))
      } catch {
        return undefined
      }
    }),
  )
}

export function secretsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `SECRET${n}`)
}
