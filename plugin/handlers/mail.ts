import type { Action, ActionResult } from '../actions/index.ts'
import {
  type Credential,
  inboxPrefixOf,
  isPasswordRefused,
  type OpenedAccount,
} from '../../proxy/mail/index.ts'
import type { RequestServices } from '../request/services.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionOf } from '../session/open-session.ts'
import { checkRequestToken, isRequestToken, presentedToken } from '../session/request-token.ts'
import { resealPassword } from '../session/password-seal.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { decodeInput } from '../wire/dialect.ts'
import type { GatewayResponse } from '../response/respond.ts'
import { contextOf } from './contexts.ts'
import { noteSessionEnd } from '../request/sign-in-audit.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/** Runs one mail action for a user signed in. Every POST must carry the session's token (spec 5.5). */
export async function handleMail(
  action: Action,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { current } = request.session
  const inboxPrefix =
    current?.kind === 'signed-in' ? inboxPrefixOf(current.facts.namespace) : undefined
  const parameters = { ...request.parameters, inboxPrefix }
  const inputOf = () => decodeInput(action, parameters, request.dialect)
  const result = await runAction(action, inputOf, request, services)
  return result === undefined ? { kind: 'nothing' } : { kind: 'result', result }
}

/**
 * Asks who is signed in, decodes the input, and runs the action in the context it requests. Undefined where no caller waits
 * for the response and others wait for the mail server. Only a reading: an action is never left undone unsaid.
 */
export async function runAction(
  action: Action,
  inputOf: () => unknown,
  request: TrustedRequest,
  services: RequestServices,
): Promise<ActionResult | undefined> {
  const { session, context } = request
  const { current } = session
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  context.trace.isOf(current.username)
  if (action.method === 'POST') checkRequestToken(current.requestToken, presentedToken(request))
  else checkSameSession(current, request)
  services.sessions.touch(session.id, context.name)
  const input = inputOf()
  if (action.isAhead?.(input) === true && services.accounts.state().waiting > 0) return undefined
  if (action.isSearch?.(input) === true) context.allow(services.limits.searchMs)
  const opened = await accountOf(current, request, services)
  try {
    return await action.run(
      input,
      contextOf(action.context, { request, current, opened }, services),
    )
  } catch (error) {
    // The password was changed elsewhere: to continue trying it would be taken for guessing.
    if (isPasswordRefused(error)) {
      if (await hasOtherPassword(session.id, current, services)) {
        throw new Refusal('mail_busy', { cause: error, retryAfterSeconds: 1 })
      }
      await session.end()
      const ended = { user: current.username, how: 'password-refused' } as const
      noteSessionEnd(request, services.audit, ended)
    }
    throw error
  }
}

/** Whether the session was given another password, by its own page, while a request continued with the one before. */
async function hasOtherPassword(
  sessionId: string,
  { password }: SignedInSession,
  { sessions }: RequestServices,
): Promise<boolean> {
  const stored = await sessions.load(sessionId)
  const session = stored === undefined ? undefined : sessionOf(stored.variables)
  return session?.kind === 'signed-in' && session.password !== password
}

/**
 * Tabs share a cookie, so after another sign-in in one of them the page in the other would show someone
 * else's mail as its own. Our page says with its token which sign-in it belongs to; links say nothing.
 */
function checkSameSession({ requestToken }: SignedInSession, request: TrustedRequest): void {
  if (request.dialect.wire !== 'native') return
  const presented = presentedToken(request)
  if (presented !== undefined && !isRequestToken(requestToken, presented)) {
    throw new Refusal('session_replaced')
  }
}

/**
 * The account of anyone who is signed in. While it lives its password is not unsealed again: the same seal, of the same
 * session and name, was opened for it before.
 */
async function accountOf(
  current: SignedInSession,
  { session, context }: TrustedRequest,
  services: RequestServices,
): Promise<OpenedAccount> {
  const { accounts, seal } = services
  const { loginName, authorizationId = null, password } = current
  const sealed = JSON.stringify([session.id, loginName, authorizationId, password])
  const opened = accounts.accountOfSealed(sealed)
  if (opened !== undefined) return opened
  const credential = await credentialOf(current, session.id, services)
  const isOutdated = seal.isOutdated(current)
  if (isOutdated) await resealPassword(session, current, { credential, seal })
  const account = accounts.account(credential, context.clientIp, isOutdated ? undefined : sealed)
  return { account, credential }
}

/** A session whose key is missing cannot reach the mail server any more: signing in again is the way on. */
export async function credentialOf(
  current: SignedInSession,
  sessionId: string,
  services: RequestServices,
): Promise<Credential> {
  const credential = await services.seal.open(sessionId, current)
  if (credential === undefined) throw new Refusal('not_signed_in')
  return credential
}
