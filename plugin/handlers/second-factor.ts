import { Refusal } from '../http/refusal.ts'
import type { RequestServices } from '../request/services.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'
import { isRequestToken, presentedToken } from '../session/request-token.ts'
import type { AwaitingSession } from '../session/webmail-session.ts'
import type { Login } from '../sign-in/sign-in.ts'
import { codePage } from './page.ts'
import { readerLanguage } from '../request/reader-language.ts'
import { proveFactor } from './prove-factor.ts'
import { noteSignIn } from './sign-in-audit.ts'
import { ownLogin, signInSession } from './sign-in-session.ts'

/**
 * Stores a session that awaits the second factor of somebody whose password was right; undefined where none is asked for. Only
 * after the proof: who knows no password makes us look for nobody's. Throws StoreUnavailable: nobody is let in by an outage.
 */
export async function holdForFactor(
  { owner, credential }: Login,
  request: TrustedRequest,
  services: RequestServices,
): Promise<AwaitingSession | undefined> {
  const { config, secondFactors, seal, audit } = services
  const person = { username: owner, mailHost: config.imap.host }
  if (config.signIn.secondFactor === 'off' || !(await secondFactors.isOn(person))) return undefined
  const awaiting = await request.session.awaitFactor((id) => {
    return { username: owner, password: seal.seal(id, credential) }
  })
  noteSignIn({ owner, how: 'form' }, request, audit, 'second_factor_asked')
  return awaiting
}

/**
 * POST of the form that asks for the code. Signs in with the password of the step before, which the mail server is asked about once
 * more: it may have been changed meanwhile. undefined where the key of that password is gone: the way begins anew.
 */
export async function finishWithFactor(
  request: TrustedRequest,
  awaiting: AwaitingSession,
  services: RequestServices,
): Promise<SignedInRequest | undefined> {
  const { session, context, parameters } = request
  const { username } = awaiting
  context.client.username = username
  const language = await readerLanguage(request.ctx, context.client, services)
  context.client.formFor = (error, requestId) =>
    codePage(request, awaiting.requestToken, services, { error, requestId, language })
  if (!isRequestToken(awaiting.requestToken, presentedToken(request))) {
    throw new Refusal('token_mismatch')
  }
  const sealed = { loginName: username, authorizationId: undefined, password: awaiting.password }
  const credential = await services.seal.open(session.id, sealed)
  if (credential === undefined) {
    await session.end()
    return undefined
  }
  const owner = { username, mailHost: services.config.imap.host }
  try {
    await proveFactor(owner, parameters.get('_code') ?? '', request, services)
  } catch (error) {
    if (error instanceof Refusal) {
      noteSignIn({ owner: username, how: 'form' }, request, services.audit, error.code)
    }
    throw error
  }
  return signInSession(ownLogin(username, credential.password), request, services)
}
