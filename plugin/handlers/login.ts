import type { RequestServices } from '../request/services.ts'
import type { Parameters } from '../http/body/parameters.ts'
import { Refusal } from '../http/refusal.ts'
import { SECURE_COOKIE } from '../session/koa-session.ts'
import { checkRequestToken, isRequestToken, presentedToken } from '../session/request-token.ts'
import { forgetSignOut, isSignOutRemembered, rememberSignOut } from '../session/signed-out-mark.ts'
import { queryAfterSignIn, readLoginForm } from '../sign-in/login-form.ts'
import { factorPage, recoveryPage } from './factor/factor-page.ts'
import { loginPage, mailPage } from './page.ts'
import type { GatewayResponse } from '../response/respond.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'
import { noteSessionEnd, noteSignIn } from '../request/sign-in-audit.ts'
import { type FactorStep, finishWithFactor, holdForFactor } from './second-factor.ts'
import { enterMailbox, ownLogin, proveLogin, signInByPanel } from './sign-in-session.ts'

/**
 * POST of the sign-in form (spec 4, 5): 302 to the mail task, or the form again with what went wrong. With
 * `_answer=page` the page itself, for a script that shows it in the place of the form: a round trip less.
 * A panel that redirects its own sign-in with 307 posts here too, with no form of ours: then the
 * panel's hand-over decides, as for a GET, and nothing of the body is believed. Where the panel hands
 * nothing over it is a form without its token, and refused.
 */
export async function handleLogin(
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { session, parameters } = request
  const { current } = session
  if (parameters.get('_again') !== undefined) {
    // No token: all it does is what any visit did before the sign-out.
    forgetSignOut(request, services.config.session.secureCookie)
    const query = queryAfterSignIn(parameters.get('_url') ?? '')
    return { kind: 'redirect', location: `./index.php?${query.toString()}` }
  }
  if (current?.kind === 'awaiting-factor' && isStep(parameters)) {
    const step = await finishWithFactor(request, { ...session, current }, services)
    return afterFactor(step, request, services)
  }
  if (parameters.get('_token') === undefined && parameters.get('_user') === undefined) {
    if (isSignOutRemembered(request)) return { kind: 'redirect', location: './index.php' }
    const entered = await signInByPanel(request, services)
    if (entered !== undefined) {
      return redirectAfterSignIn('', entered)
    }
  }
  // A form that is out of date must not end the session that a user has in another tab.
  const here =
    current === undefined || current.kind === 'anonymous' ? await session.anonymous() : current
  const form = readLoginForm(parameters)
  request.context.client.formFor = (error, requestId, serverText) =>
    loginPage(request, here.requestToken, services, {
      error,
      requestId,
      serverText,
      username: form?.username,
      pageQuery: parameters.get('_url'),
    })
  if (!isRequestToken(here.requestToken, presentedToken(request))) {
    if (here.kind === 'signed-in') throw new Refusal('other_signed_in')
    throw new Refusal(isStoredCookie(request, services) ? 'cookie_needs_tls' : 'token_mismatch')
  }
  if (form === undefined) {
    noteSignIn({ owner: undefined, how: 'form' }, request, services.audit, 'sign_in_failed')
    throw new Refusal('sign_in_failed')
  }
  const proven = await proveLogin(ownLogin(form.username, form.password), request, services)
  const awaiting = await holdForFactor(proven.login, request, services)
  if (awaiting !== undefined) {
    return factorPage(request, awaiting, services, { pageQuery: form.pageQuery })
  }
  const entered = await enterMailbox(proven, request, services)
  return parameters.get('_answer') === 'page'
    ? mailPage(withQuery(queryAfterSignIn(form.pageQuery), entered), services)
    : redirectAfterSignIn(form.pageQuery, entered)
}

function isStep(parameters: Parameters): boolean {
  return parameters.get('_code') !== undefined || parameters.get('_passkey') !== undefined
}

async function afterFactor(
  step: FactorStep,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const pageQuery = request.parameters.get('_url') ?? ''
  switch (step.kind) {
    case 'begin-anew':
      return { kind: 'redirect', location: './index.php?_task=login' }
    case 'entered':
      return redirectAfterSignIn(pageQuery, step.request)
    case 'set-up': {
      const goOn = `./index.php?${queryAfterSignIn(pageQuery).toString()}`
      const html = await recoveryPage(request, { ...step, goOn }, services)
      return { kind: 'html', status: 200, html }
    }
  }
}

/**
 * Whether the browser had no cookie to send because it came over plain HTTP: it says so itself by its Origin, which no proxy
 * in front changes, and it keeps a Secure cookie to itself then (RFC 6265bis 5.7).
 */
function isStoredCookie({ ctx }: TrustedRequest, { config }: RequestServices): boolean {
  if (!config.session.secureCookie || !ctx.get('origin').startsWith('http://')) return false
  return !ctx.get('cookie').includes(SECURE_COOKIE)
}

/** The new token comes last, as the load driver and Roundcube's pages have it. */
function redirectAfterSignIn(pageQuery: string, { session }: SignedInRequest): GatewayResponse {
  const query = queryAfterSignIn(pageQuery)
  query.set('_token', session.current.requestToken)
  return { kind: 'redirect', location: `./index.php?${query.toString()}` }
}

/** The request for the page that follows the form. */
function withQuery(query: URLSearchParams, request: SignedInRequest): SignedInRequest {
  const get = (name: string) => query.get(name) ?? undefined
  return { ...request, parameters: { ...request.parameters, get } }
}

/**
 * Ends the session permanently: a tombstone stays, and the old cookie opens nothing (spec 5; plugin/docs/architecture.md).
 * Where the panel signed in, it does so again only when the user says so on the page that follows.
 */
export async function handleLogout(
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { current } = request.session
  if (current?.kind === 'awaiting-factor') {
    checkRequestToken(current.requestToken, presentedToken(request))
    await request.session.end()
    return { kind: 'redirect', location: './index.php?_task=login' }
  }
  if (current?.kind === 'signed-in') {
    checkRequestToken(current.requestToken, presentedToken(request))
    await request.session.end()
    noteSessionEnd(request, services.audit, { user: current.username, how: 'form' })
    if (current.isByPanel) {
      rememberSignOut(request, services.config.session.secureCookie)
      return { kind: 'redirect', location: './index.php?_task=login' }
    }
  }
  return { kind: 'redirect', location: services.config.panel.homePath ?? './index.php?_task=login' }
}
