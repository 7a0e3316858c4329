import { type PersonalRewrite, type Seal, SealBroken } from '../../store/index.ts'
import { jsonOf } from '../config/corrupt-file.ts'
import { retainedBy, storedSchema, SECRETS } from './stored-secret.ts'

/** What became of secrets under older keys. */
export interface Resealing {
  readonly resealed: number
  /** Ids of keys that a secret names which could not be opened. */
  readonly held: readonly string[]
}

/**
 * Seals the secrets of all owners under the newest key, so that older ones can go. Each automatically: who is stopped in between, also
 * by a crash, starts again. Throws StoreUnavailable.
 */
export async function resealSecrets(personal: PersonalRewrite, seal: Seal): Promise<Resealing> {
  const held = new Set<string>()
  const resealed = await personal.rewrite(SECRETS, ({ owner, body }) => {
    const { success, data } = storedSchema.safeParse(jsonOf(body))
    if (!success || seal.keyOf(data.secret) === undefined) return undefined
    try {
      if (!seal.needsReseal(data.secret)) return undefined
      const secret = seal.seal(seal.open(data.secret, retainedBy(owner)), retainedBy(owner))
      return JSON.stringify({ ...data, secret })
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      held.add(seal.keyOf(data.secret) ?? '')
      return undefined
    }
  })
  return { resealed, held: [...held] }
}
