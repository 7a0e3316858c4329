import type { Accounts, Credential, SignInFacts } from '../../proxy/mail/account.ts'
import { MailFault } from '../../proxy/mail/errors.ts'
import type { Users } from '../../store/users.ts'
import { MailFailure } from '../mail-failure.ts'
import { Refusal } from '../refusal.ts'
import type { Throttle } from './throttle.ts'

/** Somebody the IMAP server has just accepted. */
export interface SignedInUser {
  readonly userId: number
  readonly credential: Credential
  readonly facts: SignInFacts
}

interface SignInServices {
  readonly accounts: Pick<Accounts, 'signIn'>
  readonly users: Users
  readonly throttle: Throttle
  readonly mailHost: string
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
 * Proves a credential by IMAP and keeps the user record (spec 5.1, 5.4). Throws SignInRefused for a
 * wrong password, Refusal('sign_in_locked'), or the MailFailure of an outage, which never counts.
 */
export async function signIn(
  credential: Credential,
  clientIp: string,
  signal: AbortSignal,
  { accounts, users, throttle, mailHost }: SignInServices,
): Promise<SignedInUser> {
  const { user } = credential
  throttle.check(user, clientIp)
  try {
    const facts = await accounts.signIn(credential, clientIp, { signal })
    throttle.succeeded(user, clientIp)
    return { userId: await users.recordSuccess(user, mailHost), credential, facts }
  } catch (error) {
    if (!(error instanceof MailFault) || error.code !== 'authentication_refused') {
      throw MailFailure.of(error, user)
    }
    await users.recordFailure(user, mailHost)
    await throttle.failed(user, clientIp, signal)
    throw new SignInRefused(user, error)
  }
}
