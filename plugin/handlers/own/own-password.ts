import { setTimeout as sleep } from 'node:timers/promises'
import { isPasswordUnanswered, MailFault } from '../../../proxy/mail/index.ts'
import { StoreUnavailable } from '../../../store/index.ts'
import type { OwnPassword, PasswordInput } from '../../actions/contract/contexts.ts'
import { Refusal } from '../../http/refusal.ts'
import type { PasswordChange } from '../../password/password-change.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import { resealPassword } from '../../session/password-seal.ts'
import type { SignedInSession } from '../../session/webmail-session.ts'
import { provePassword } from '../../sign-in/sign-in.ts'
import { endOtherSessions } from './owner.ts'
import { auditOwnChange } from '../../request/sign-in-audit.ts'

/** What the request may take beside the change itself: two sign-ins, and writing what became of it. */
const MARGIN_MS = 20_000
/** How much of that until the mail server takes the new password. */
const SIGN_IN_MS = 10_000
/** Between two tries: mail servers remember a password for a second or more (Dovecot's passwd-file, auth_cache). */
const TRY_AGAIN_MS = 1_000

/** The password of the owner, where the administrator has configured a way to change it. */
export function ownPassword(
  request: TrustedRequest,
  current: SignedInSession,
  services: RequestServices,
): OwnPassword | undefined {
  const { passwordChange, audit } = services
  if (passwordChange === undefined) return undefined
  const { context } = request
  const user = current.username

  return {
    minLength: passwordChange.minLength,
    change(passwords) {
      context.allow(passwordChange.timeoutMs + MARGIN_MS)
      return auditOwnChange({ request, audit, event: 'password-change', user }, () =>
        changePassword(request, current, passwords, { ...services, passwordChange }),
      )
    },
  }
}

async function changePassword(
  request: TrustedRequest,
  current: SignedInSession,
  { present, wanted }: PasswordInput,
  services: RequestServices & { readonly passwordChange: PasswordChange },
): Promise<{ readonly areOthersEnded: boolean }> {
  await proveOwnPassword(request, current, present, services)
  // From here on it is finished for a user who went away, too: the session must not keep the old password.
  await services.passwordChange.change({ user: current.username, present, wanted })
  await goOn(request, current, wanted, services)
  return { areOthersEnded: await endOthers(request, current, services) }
}

/** Guesses at an open page are throttled together with those at the sign-in form. */
export async function proveOwnPassword(
  { context }: TrustedRequest,
  { username }: SignedInSession,
  password: string,
  { accounts, throttle }: RequestServices,
): Promise<void> {
  const credential = { user: username, password, authorizationId: undefined }
  const proof = { accounts, throttle, onRefused: () => Promise.resolve() }
  try {
    await provePassword({ owner: username, credential }, context.clientIp, context.signal, proof)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'sign_in_failed') throw new Refusal('password_wrong', { cause: error })
    // The line of the log is of a user who is signed in.
    throw isPasswordUnanswered(error.cause) ? error.cause : error
  }
}

/** The session continues with the new password, unless a panel signs in for its owner. */
async function goOn(
  { session, context }: TrustedRequest,
  current: SignedInSession,
  password: string,
  { seal, accounts }: RequestServices,
): Promise<void> {
  const { username: user, loginName, authorizationId } = current
  if (loginName !== user || authorizationId !== undefined) return
  const credential = { user, password, authorizationId }
  await resealPassword(session, current, { credential, seal })
  const signal = AbortSignal.timeout(SIGN_IN_MS)
  for (;;) {
    try {
      // What was opened with the old one is renewed by it, and the next request waits for nothing.
      await accounts.signIn(credential, context.clientIp, { signal })
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof MailFault)) throw error
      // The next request meets the same, and tells it.
      if (error.code !== 'authentication_refused') return
    }
    await sleep(TRY_AGAIN_MS)
  }
}

async function endOthers(
  request: TrustedRequest,
  current: SignedInSession,
  services: RequestServices,
): Promise<boolean> {
  try {
    await endOtherSessions(request, current, services)
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // Their password is refused by the mail server in any case.
    return false
  }
}
