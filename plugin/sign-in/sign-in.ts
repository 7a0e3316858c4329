import {
  type Accounts,
  type Credential,
  type SignInFacts,
  isPasswordRefused,
  isPasswordUnanswered,
} from '../../proxy/mail/index.ts'
import type { RequestOrigin, Users, UserSignIn } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import type { Throttle } from './throttle.ts'

/** A user who wants to sign in: whose mailbox it is, and what the mail servers get. */
export interface Login {
  /** The mailbox. The login name may be another: that of a master user, or of a temporary one. */
  readonly owner: string
  readonly credential: Credential
}

/** A user the IMAP server has just accepted. */
export interface SignedInUser {
  /** The user record, to be written together with the session. */
  readonly user: UserSignIn
  readonly facts: SignInFacts
}

interface SignInServices {
  readonly accounts: Pick<Accounts, 'signIn'>
  readonly users: Users
  readonly throttle: Throttle
  readonly mailHost: string
  /** The request it is done for. */
  readonly origin?: RequestOrigin
}

/**
 * Proves a credential by IMAP and counts what is refused in the owner's user record (spec 5.1, 5.4). Throws
 * Refusal('sign_in_failed') with the server's words as its cause for a wrong password, Refusal('mail_timeout')
 * for one that the server had and did not judge in time, Refusal('sign_in_locked' or 'sign_in_busy'), or the
 * MailFault of an outage, which never counts.
 */
export async function signIn(
  { owner, credential }: Login,
  clientIp: string,
  signal: AbortSignal,
  { accounts, users, throttle, mailHost, origin }: SignInServices,
): Promise<SignedInUser> {
  const onRefused = () => users.recordFailure(owner, mailHost, origin)
  const proof = { accounts, throttle, onRefused }
  const facts = await provePassword({ owner, credential }, clientIp, signal, proof)
  return { user: await users.prepareSignIn(owner, mailHost, origin), facts }
}

interface PasswordProof {
  readonly accounts: Pick<Accounts, 'signIn'>
  readonly throttle: Throttle
  /** What else is to be done of a refused one before its response is held back. */
  readonly onRefused: () => Promise<unknown>
}

/** Longest judgement of a password, by a server that continues giving signs of life. */
const JUDGEMENT_MS = 120_000

/**
 * Has the mail server judge a password, throttled. The judgement is waited for when the client leaves, too:
 * a guess whose refusal is slow would count for nothing else. Throws what signIn throws.
 */
export async function provePassword(
  { owner, credential }: Login,
  clientIp: string,
  signal: AbortSignal,
  { accounts, throttle, onRefused }: PasswordProof,
): Promise<SignInFacts> {
  const attempt = await throttle.startAttempt(owner, clientIp, signal)
  const facts = await accounts
    .signIn(credential, clientIp, { signal: AbortSignal.timeout(JUDGEMENT_MS) })
    .catch(async (error: unknown) => {
      if (isPasswordUnanswered(error)) {
        attempt.unanswered()
        throw new Refusal('mail_timeout', { cause: error })
      }
      // An outage keeps the mail server from saying anything of the password.
      if (!isPasswordRefused(error)) {
        await attempt.unjudged()
        throw error
      }
      try {
        await onRefused()
      } finally {
        await attempt.refused(signal)
      }
      throw new Refusal('sign_in_failed', { cause: error, serverText: error.reply })
    })
  await attempt.accepted()
  // No one is left to begin a session for.
  signal.throwIfAborted()
  return facts
}
