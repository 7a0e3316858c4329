import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type DocumentOwner,
  type PersonalDocuments,
  personalOwner,
  PersonalRefused,
} from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import type { Challenges } from './challenges.ts'
import {
  creationOptions,
  credentialSchema,
  idOfShown,
  requestOptions,
  verifyAdded,
  verifyShown,
} from './webauthn.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string
  /** As its owner named it. */
  readonly name: string
  /** Where it can be shown. */
  readonly domain: string
  /** Unix ms. */
  readonly madeAt: number
  /** Unix ms; null where it was not used yet. */
  readonly usedAt: number | null
}

/** The request to a browser for a passkey. */
export interface PasskeyQuestion {
  /** Sent back with the response. */
  readonly ticket: string
  /** JSON. */
  readonly options: string
}

/** What a browser answered. */
export interface PasskeyResponse {
  readonly ticket: string
  /** JSON. */
  readonly response: string
}

/** Passkeys (WebAuthn) as second factors of mailbox owners. All throw StoreUnavailable. */
export interface Passkeys {
  list(owner: DocumentOwner): Promise<readonly Passkey[]>
  /** Throws Refusal('passkeys_full'). */
  offer(owner: DocumentOwner, sessionId: string, domain: string): Promise<PasskeyQuestion>
  /** Keeps one. Throws Refusal: `passkey_refused`, `passkeys_full`, `second_factor_expired`. */
  add(
    owner: DocumentOwner,
    sessionId: string,
    response: PasskeyResponse & { readonly name: string },
  ): Promise<void>
  /** undefined where the owner has none for this domain. */
  createChallenge(
    owner: DocumentOwner,
    sessionId: string,
    domain: string,
  ): Promise<PasskeyQuestion | undefined>
  /** Whether it is a passkey of the owner; each response counts once, for all instances. Throws Refusal('second_factor_expired'). */
  check(owner: DocumentOwner, sessionId: string, response: PasskeyResponse): Promise<boolean>
  /** False where there was none. */
  remove(owner: DocumentOwner, id: string): Promise<boolean>
}

interface PasskeysOptions {
  readonly personal: PersonalDocuments
  readonly challenges: Challenges
  readonly maxPerOwner: number
  readonly productName: () => string
  readonly wall: () => number
}

const KIND = 'passkey'

const storedSchema = z.strictObject({
  credential: credentialSchema,
  domain: z.string(),
  name: z.string(),
  madeAt: z.number(),
  usedAt: z.number().nullable(),
})

/** Over the personal documents: one for each passkey. They hold no secret: public keys only. */
export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { personal, challenges, maxPerOwner, productName, wall } = options

  async function stored(owner: DocumentOwner) {
    const { documents } = await personal.list(owner, KIND)
    return documents.map(({ id, body }) => ({ id, ...storedSchema.parse(JSON.parse(body)) }))
  }

  async function keep(owner: DocumentOwner, id: string, baseVersion: number, passkey: Stored) {
    const body = JSON.stringify(passkey)
    const saving = personal.save(owner, KIND, [{ id, baseVersion, body }])
    const outcome = await saving.catch((cause: unknown) => {
      if (cause instanceof PersonalRefused) throw new Refusal('settings_full', { cause })
      throw cause
    })
    return 'saved' in outcome
  }

  async function credentialsFor(owner: DocumentOwner, domain: string) {
    const passkeys = await stored(owner)
    if (passkeys.length >= maxPerOwner) throw new Refusal('passkeys_full')
    return passkeys.filter((passkey) => passkey.domain === domain).map((each) => each.credential)
  }

  return {
    async list(owner) {
      const passkeys = await stored(owner)
      return passkeys
        .map(({ id, name, domain, madeAt, usedAt }) => ({ id, name, domain, madeAt, usedAt }))
        .sort((one, other) => one.madeAt - other.madeAt)
    },
    async offer(owner, sessionId, domain) {
      const known = await credentialsFor(owner, domain)
      const issued = challenges.issue({ owner, sessionId, purpose: 'add' }, domain)
      const user = { handle: handleOf(owner), name: owner.username }
      return {
        ticket: issued.ticket,
        options: await creationOptions(issued, user, known, productName()),
      }
    },
    async add(owner, sessionId, { ticket, response, name }) {
      const challenge = await challenges.use({ owner, sessionId, purpose: 'add' }, ticket)
      const { domain } = challenge
      await credentialsFor(owner, domain)
      const credential = await verifyAdded(challenge, response)
      if (credential === undefined) throw new Refusal('passkey_refused')
      const passkey = { credential, domain, name, madeAt: wall(), usedAt: null }
      if (!(await keep(owner, idOf(credential.id), 0, passkey))) {
        throw new Refusal('passkey_refused')
      }
    },
    async createChallenge(owner, sessionId, domain) {
      const known = (await stored(owner)).filter((passkey) => passkey.domain === domain)
      if (known.length === 0) return undefined
      const issued = challenges.issue({ owner, sessionId, purpose: 'show' }, domain)
      const credentials = known.map(({ credential }) => credential)
      return { ticket: issued.ticket, options: await requestOptions(issued, credentials) }
    },
    async check(owner, sessionId, { ticket, response }) {
      const challenge = await challenges.use({ owner, sessionId, purpose: 'show' }, ticket)
      const id = idOf(idOfShown(response) ?? '')
      // Again where it was shown elsewhere meanwhile: its counter must be beyond that one too.
      for (;;) {
        const document = await personal.find(owner, KIND, id)
        if (document === undefined) return false
        const passkey = storedSchema.parse(JSON.parse(document.body))
        if (passkey.domain !== challenge.domain) return false
        const counter = await verifyShown(challenge, response, passkey.credential)
        if (counter === undefined) return false
        const credential = { ...passkey.credential, counter }
        const used = { ...passkey, credential, usedAt: wall() }
        if (await keep(owner, id, document.version, used)) return true
      }
    },
    async remove(owner, id) {
      for (;;) {
        const document = await personal.find(owner, KIND, id)
        if (document === undefined) return false
        const change = { id, baseVersion: document.version, body: undefined }
        if ('saved' in (await personal.save(owner, KIND, [change]))) return true
      }
    },
  }
}

type Stored = z.infer<typeof storedSchema>

/** Ids of documents have no upper-case letters. */
function idOf(credentialId: string): string {
  return createHash('sha256').update(credentialId).digest('hex')
}

/** 32 bytes that tell an authenticator who is who and no one's name (WebAuthn 14.6.1). */
function handleOf({ username, mailHost }: DocumentOwner): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(personalOwner(username, mailHost), 'hex'))
}
