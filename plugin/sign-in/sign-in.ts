import {
  type Accounts,
  type Credential,
  type SignInFacts,
  isPasswordRefused,
  type MailFault,
} from '../../proxy/mail/index.ts'
import type { RequestOrigin, Users, UserSignIn } from '../../store/index.ts'
import { MailFailure } from '../http/mail-failure.ts'
import { Refusal } from '../http/refusal.ts'
import type { Throttle } from './throttle.ts'

/** Somebody who wants to sign in: whose mailbox it is, and how the mail servers are told. */
export interface Login {
  /** The mailbox. The login name may be another: that of a master user, or of a temporary one. */
  readonly owner: string
  readonly credential: Credential
}

/** Somebody the IMAP server has just accepted. */
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

/** A refused password, with what the error log says of it (spec 7). */
export class SignInRefused extends Refusal {
  readonly username: string
  readonly serverText: string

  constructor(username: string, fault: MailFault) {
    super('sign_in_failed', { cause: fault })
    this.username = username
    this.serverText = fault.serverText
  }
}

/**
 * Proves a credential by IMAP and counts what is refused in the owner's user record (spec 5.1, 5.4). Throws SignInRefused for a
 * wrong password, Refusal('sign_in_locked' or 'sign_in_busy'), or the MailFailure of an outage, which never counts.
 */
export async function signIn(
  { owner, credential }: Login,
  clientIp: string,
  signal: AbortSignal,
  { accounts, users, throttle, mailHost, origin }: SignInServices,
): Promise<SignedInUser> {
  const attempt = await throttle.begin(owner, clientIp, signal)
  const facts = await judged(accounts.signIn(credential, clientIp, { signal }), {
    refused: async (fault) => {
      try {
        await users.recordFailure(owner, mailHost, origin)
      } finally {
        await attempt.refused(signal)
      }
      throw new SignInRefused(owner, fault)
    },
    failed: async (error) => {
      await attempt.unjudged()
      throw MailFailure.of(error, owner)
    },
  })
  await attempt.accepted()
  return { user: await users.prepareSignIn(owner, mailHost, origin), facts }
}

/** What the mail server says of a password, apart from what keeps it from saying anything. */
async function judged(
  asked: Promise<SignInFacts>,
  ends: {
    readonly refused: (fault: MailFault) => Promise<never>
    readonly failed: (error: unknown) => Promise<never>
  },
): Promise<SignInFacts> {
  try {
    return await asked
  } catch (error) {
    return isPasswordRefused(error) ? ends.refused(error) : ends.failed(error)
  }
}
