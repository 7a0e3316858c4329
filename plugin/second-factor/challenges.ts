import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type DocumentOwner, type Documents, type Seal, SealBroken } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import { jsonOf } from '../config/corrupt-file.ts'
import { useOnce } from './once.ts'

/** What a passkey signs (WebAuthn 13.4.3), for one session and one purpose, this once. */
export interface Challenge {
  /** 32 random bytes, base64url. */
  readonly challenge: string
  /** The domain whose passkeys are requested. */
  readonly domain: string
}

/** Whom a challenge is for. */
export interface ChallengeHolder {
  readonly owner: DocumentOwner
  readonly sessionId: string
  readonly purpose: 'add' | 'show'
}

/** Challenges that are stored by anyone who was given them: sealed, for a few minutes. */
export interface Challenges {
  issue(holder: ChallengeHolder, domain: string): Challenge & { readonly ticket: string }
  /** Takes a ticket back. Throws Refusal('second_factor_expired') for one that is old, used, or another's; StoreUnavailable. */
  use(holder: ChallengeHolder, ticket: string): Promise<Challenge>
}

const CHALLENGE_BYTES = 32
const LIFE_MS = 5 * 60_000

const ticketSchema = z.strictObject({
  challenge: z.string(),
  domain: z.string(),
  expiresAt: z.number(),
})

/** Over the documents that all instances share. */
export function createChallenges(options: {
  readonly documents: Documents
  readonly seal: Seal
  readonly wall: () => number
}): Challenges {
  const { documents, seal, wall } = options
  const sealOwner = ({ owner, sessionId, purpose }: ChallengeHolder) => ({
    sessionId: `passkey ${purpose} ${sessionId}`,
    username: owner.username,
    host: owner.mailHost,
  })

  function open(holder: ChallengeHolder, ticket: string): string | undefined {
    try {
      return seal.open(ticket, sealOwner(holder))
    } catch (error) {
      if (error instanceof SealBroken) return undefined
      throw error
    }
  }

  return {
    issue(holder, domain) {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      const text = JSON.stringify({ challenge, domain, expiresAt: wall() + LIFE_MS })
      return { challenge, domain, ticket: seal.seal(text, sealOwner(holder)) }
    },
    async use(holder, ticket) {
      const { data } = ticketSchema.safeParse(jsonOf(open(holder, ticket) ?? ''))
      if (data === undefined || data.expiresAt <= wall()) throw new Refusal('second_factor_expired')
      const { challenge, domain, expiresAt } = data
      // Longer than it is of use: clocks of instances differ.
      if (!(await useOnce(documents, `passkey ${challenge}`, expiresAt + LIFE_MS))) {
        throw new Refusal('second_factor_expired')
      }
      return { challenge, domain }
    },
  }
}
