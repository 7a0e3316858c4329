import { z } from 'zod'
import type { OwnedDocument, SealOwner } from '../../store/index.ts'
import type { SealedDocument } from '../key-rotation/reseal.ts'
import { jsonOf } from '../config/corrupt-file.ts'

/** Personal documents of codes: one for each owner. */
export const SECRETS = 'second-factor'
export const TOTP_ID = 'totp'

/** The secret of an app, sealed, and hashes of the recovery codes. */
export const storedSchema = z.strictObject({
  secret: z.string(),
  salt: z.string(),
  hashes: z.array(z.string()),
  /** Another one at each change: two instances that take one recovery code at one time must not write the same, as only one is let in. */
  changeId: z.string().optional(),
})

/** Whom a kept secret is sealed for: by the digest of the owner, since a rotation of the keys meets no names. */
export function retainedBy(ownerDigest: string): SealOwner {
  return { sessionId: 'second-factor kept', username: ownerDigest, host: '' }
}

/** What is sealed in the document of an owner, for a rotation of the keys; undefined where it is none. */
export function sealedSecret({ owner, body }: OwnedDocument): SealedDocument | undefined {
  const { success, data } = storedSchema.safeParse(jsonOf(body))
  if (!success) return undefined
  return {
    sealed: data.secret,
    owner: retainedBy(owner),
    bodyWith: (secret) => JSON.stringify({ ...data, secret }),
  }
}
