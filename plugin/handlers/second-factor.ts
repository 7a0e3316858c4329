import { Refusal } from '../http/refusal.ts'
import type { RequestServices } from '../request/services.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'
import type { AwaitingOpenSession } from '../session/open-session.ts'
import { isRequestToken, presentedToken } from '../session/request-token.ts'
import type { Login } from '../sign-in/sign-in.ts'
import { requestedFactor, factorHtml, hasFactor } from './factor/factor-page.ts'
import { proveCode, proveFactor } from './factor/prove-factor.ts'
import { auditOwnChange, noteSignIn, resultOf } from '../request/sign-in-audit.ts'
import {
  enterMailbox,
  type NamedLogin,
  ownLogin,
  proveLogin,
  signInSession,
} from './sign-in-session.ts'

/**
 * Stores a session that awaits the second factor of a user whose password was right; undefined where none is requested. Only
 * after the proof: who knows no password makes us look for no one's. Throws StoreUnavailable: no one is let in by an outage.
 */
export async function holdForFactor(
  { owner, credential }: Login,
  request: TrustedRequest,
  services: RequestServices,
): Promise<AwaitingOpenSession | undefined> {
  const { config, seal, audit } = services
  const { secondFactor } = config.signIn
  if (secondFactor === 'off') return undefined
  const isOn = await hasFactor({ username: owner, mailHost: config.imap.host }, services)
  if (!isOn && secondFactor === 'optional') return undefined
  const { client } = request.context
  // A program has no use for a page.
  if (client.dialect.wire !== 'page') {
    delete client.formFor
    throw new Refusal(isOn ? 'second_factor_needed' : 'second_factor_required')
  }
  const awaiting = await request.session.awaitFactor((id) => {
    return { username: owner, password: seal.seal(id, credential) }
  })
  const result = isOn ? 'second_factor_asked' : 'second_factor_required'
  noteSignIn({ owner, how: 'form' }, request, audit, result)
  return awaiting
}

/** What became of the step after the password. */
export type FactorStep =
  /** The key of the password is missing: the way starts again. */
  | { readonly kind: 'begin-anew' }
  | { readonly kind: 'entered'; readonly request: SignedInRequest }
  | { readonly kind: 'set-up'; readonly user: string; readonly codes: readonly string[] }

/**
 * POST of the form that requests a code or a passkey, or has codes set up. Signs in with the password of the step before, which the mail
 * server verifies again: it may have been changed meanwhile.
 */
export async function finishWithFactor(
  request: TrustedRequest,
  awaiting: AwaitingOpenSession,
  services: RequestServices,
): Promise<FactorStep> {
  const { context } = request
  const { current, id } = awaiting
  const { username } = current
  const requested = await requestedFactor(request, awaiting, services)
  context.client.formFor = (error, requestId) =>
    factorHtml(request, current, { requested, shown: { error, requestId } }, services)
  if (!isRequestToken(current.requestToken, presentedToken(request))) {
    throw new Refusal('token_mismatch')
  }
  const sealed = { loginName: username, authorizationId: undefined, password: current.password }
  const credential = await services.seal.open(id, sealed)
  if (credential === undefined) {
    await awaiting.end()
    return { kind: 'begin-anew' }
  }
  const login = { ...ownLogin(username, credential.password), isFactorDone: true }
  if (requested.kind === 'set-up') return setUpFactor(login, request, awaiting, services)
  try {
    await proveShown(request, awaiting, services)
  } catch (error) {
    if (error instanceof Refusal) {
      noteSignIn({ owner: username, how: 'form' }, request, services.audit, error.code)
    }
    throw error
  }
  return { kind: 'entered', request: await signInSession(login, request, services) }
}

/** A passkey where one was shown, else a code. */
function proveShown(
  request: TrustedRequest,
  { id, current }: AwaitingOpenSession,
  services: RequestServices,
): Promise<void> {
  const { parameters } = request
  const owner = { username: current.username, mailHost: services.config.imap.host }
  const response = parameters.get('_passkey')
  if (response === undefined) {
    return proveCode(owner, parameters.get('_code') ?? '', request, services)
  }
  const reply = { ticket: parameters.get('_ticket') ?? '', response }
  const check = () => services.passkeys.check(owner, id, reply)
  return proveFactor(owner, check, request, services)
}

async function setUpFactor(
  login: NamedLogin,
  request: TrustedRequest,
  awaiting: AwaitingOpenSession,
  services: RequestServices,
): Promise<FactorStep> {
  const { parameters } = request
  const { audit, secondFactors, config } = services
  const user = login.owner
  const owner = { username: user, mailHost: config.imap.host }
  const ticket = parameters.get('_ticket') ?? ''
  const proven = await proveLogin(login, request, services)
  const proof = { ticket, code: parameters.get('_code') ?? '' }
  const codes = await auditOwnChange({ request, audit, event: 'second-factor-on', user }, () =>
    secondFactors.confirm(owner, awaiting.id, proof),
  )
  try {
    await enterMailbox(proven, request, services)
  } catch (error) {
    // The codes cannot be shown again. Who continues from them without a session is asked for a code, and told what fails then.
    noteSignIn(login, request, audit, resultOf(error))
  }
  return { kind: 'set-up', user, codes }
}
