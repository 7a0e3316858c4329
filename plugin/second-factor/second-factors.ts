import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type DocumentOwner,
  type Documents,
  type PersonalDocuments,
  personalOwner,
  PersonalRefused,
  type Seal,
  SealBroken,
} from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import { retainedBy, storedSchema, SECRETS, TOTP_ID } from './stored-secret.ts'
import { isRecoveryCode, newRecoveryCodes, withoutRecoveryCode } from './recovery-codes.ts'
import { useOnce } from './once.ts'
import { newTotpSecret, STEP_KEEP_MS, stepName, totpInvitation, totpStep } from './totp.ts'

/** A secret that its owner has not confirmed yet. */
export interface Invitation {
  /** The secret, sealed for the session that requested it: sent back with the first code. */
  readonly ticket: string
  readonly secret: string
  readonly address: string
  /** `data:` URL of a picture of the address. */
  readonly picture: string
}

/** The second factors of mailbox owners: time-based codes (RFC 6238) and codes for once. All throw StoreUnavailable. */
export interface SecondFactors {
  isOn(owner: DocumentOwner): Promise<boolean>
  /** Makes a secret; nothing is kept yet. */
  invite(owner: DocumentOwner, sessionId: string): Invitation
  /** The invitation of a ticket; undefined where that is old or another session's. */
  reopen(owner: DocumentOwner, sessionId: string, ticket: string): Invitation | undefined
  /**
   * Keeps the secret of a ticket once a code proves that the owner has it, and answers the recovery codes, which no one can tell
   * again. Throws Refusal: `second_factor_wrong`, `second_factor_expired` for a ticket that is old or another session's,
   * `second_factor_exists`.
   */
  confirm(
    owner: DocumentOwner,
    sessionId: string,
    proof: { readonly ticket: string; readonly code: string },
  ): Promise<readonly string[]>
  /** Whether the code is right; each is once only, also when two instances get it at one time. Throws Refusal('second_factor_unreadable'). */
  check(owner: DocumentOwner, code: string): Promise<boolean>
  /** Takes it away; false where there was none. */
  remove(owner: DocumentOwner): Promise<boolean>
}

interface SecondFactorsOptions {
  readonly personal: PersonalDocuments
  /** For codes that were used. */
  readonly documents: Documents
  readonly seal: Seal
  /** Reads the keys again, where other instances may make new ones. */
  readonly refreshKeys: (() => Promise<void>) | undefined
  readonly productName: () => string
  /** The machine's clock: apps go by theirs. */
  readonly wall: () => number
}

const TICKET_MS = 10 * 60_000

const ticketSchema = z.strictObject({ secret: z.string(), expiresAt: z.number() })

/** Over the personal documents: one for each owner, its secret sealed with the keys of the sessions. */
export function createSecondFactors(options: SecondFactorsOptions): SecondFactors {
  const { personal, documents, seal, refreshKeys, productName, wall } = options
  const ticketOwner = ({ username, mailHost }: DocumentOwner, sessionId: string) => ({
    sessionId: `second-factor ${sessionId}`,
    username,
    host: mailHost,
  })

  async function find(owner: DocumentOwner) {
    const document = await personal.find(owner, SECRETS, TOTP_ID)
    if (document === undefined) return undefined
    try {
      const { secret, ...recovery } = storedSchema.parse(JSON.parse(document.body))
      const opened = await openStored(secret, digestOf(owner))
      return { version: document.version, sealed: secret, secret: opened, recovery }
    } catch (cause) {
      // Never "there is none": who damages it would be let in with the password alone.
      throw new Refusal('second_factor_unreadable', { cause })
    }
  }

  /** Another instance may have sealed it under a key that was made since ours were read. */
  async function openStored(sealed: string, owner: string): Promise<string> {
    try {
      return seal.open(sealed, retainedBy(owner))
    } catch (error) {
      const isKeyMissing = error instanceof SealBroken && error.reason !== 'damaged'
      if (!isKeyMissing || refreshKeys === undefined) throw error
      await refreshKeys()
      return seal.open(sealed, retainedBy(owner))
    }
  }

  /** True for the first who uses it. */
  function useStep(secret: string, step: number): Promise<boolean> {
    return useOnce(documents, stepName(secret, step), wall() + STEP_KEEP_MS)
  }

  async function useRecoveryCode(owner: DocumentOwner, code: string): Promise<boolean> {
    for (;;) {
      const stored = await find(owner)
      const rest = stored && (await withoutRecoveryCode(code, stored.recovery))
      if (stored === undefined || rest === undefined) return false
      const body = JSON.stringify({ secret: stored.sealed, ...rest, changeId: randomUUID() })
      if (await save(owner, stored.version, body)) return true
    }
  }

  /** False where someone else changed it meanwhile. */
  async function save(owner: DocumentOwner, baseVersion: number, body: string): Promise<boolean> {
    const saving = personal.save(owner, SECRETS, [{ id: TOTP_ID, baseVersion, body }])
    const outcome = await saving.catch((cause: unknown) => {
      if (cause instanceof PersonalRefused) throw new Refusal('settings_full', { cause })
      throw cause
    })
    return 'saved' in outcome
  }

  function secretOf(ticket: string, owner: DocumentOwner, sessionId: string): string | undefined {
    try {
      const text = seal.open(ticket, ticketOwner(owner, sessionId))
      const { secret, expiresAt } = ticketSchema.parse(JSON.parse(text))
      return expiresAt > wall() ? secret : undefined
    } catch (cause) {
      if (!(cause instanceof SealBroken)) throw cause
      return undefined
    }
  }

  function invitationOf(owner: DocumentOwner, ticket: string, secret: string): Invitation {
    return { ticket, secret, ...totpInvitation(secret, owner.username, productName()) }
  }

  return {
    // Without a look at what it says: one that cannot be read is on.
    isOn: async (owner) => (await personal.find(owner, SECRETS, TOTP_ID)) !== undefined,
    invite(owner, sessionId) {
      const secret = newTotpSecret()
      const text = JSON.stringify({ secret, expiresAt: wall() + TICKET_MS })
      const ticket = seal.seal(text, ticketOwner(owner, sessionId))
      return invitationOf(owner, ticket, secret)
    },
    reopen(owner, sessionId, ticket) {
      const secret = secretOf(ticket, owner, sessionId)
      return secret === undefined ? undefined : invitationOf(owner, ticket, secret)
    },
    async confirm(owner, sessionId, { ticket, code }) {
      const secret = secretOf(ticket, owner, sessionId)
      if (secret === undefined) throw new Refusal('second_factor_expired')
      const step = totpStep(secret, digitsOf(code), wall())
      if (step === undefined) throw new Refusal('second_factor_wrong')
      const { codes, kept: stored } = await newRecoveryCodes()
      // What is kept permanently must not be sealed under a key that another instance has replaced long ago.
      await refreshKeys?.()
      const sealed = seal.seal(secret, retainedBy(digestOf(owner)))
      const body = JSON.stringify({ secret: sealed, ...stored })
      if (!(await save(owner, 0, body))) throw new Refusal('second_factor_exists')
      // The code that proved it must not sign in as well: someone may have seen it.
      await useStep(secret, step)
      return codes
    },
    async check(owner, code) {
      if (isRecoveryCode(code)) return useRecoveryCode(owner, code)
      const stored = await find(owner)
      const step = stored && totpStep(stored.secret, digitsOf(code), wall())
      if (stored === undefined || step === undefined) return false
      return useStep(stored.secret, step)
    },
    async remove(owner) {
      for (;;) {
        const document = await personal.find(owner, SECRETS, TOTP_ID)
        if (document === undefined) return false
        const change = { id: TOTP_ID, baseVersion: document.version, body: undefined }
        if ('saved' in (await personal.save(owner, SECRETS, [change]))) return true
      }
    },
  }
}

function digestOf({ username, mailHost }: DocumentOwner): string {
  return personalOwner(username, mailHost)
}

/** Apps show the digits in two groups. */
function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}
