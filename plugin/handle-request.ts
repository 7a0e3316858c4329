import type { Context } from 'koa'
import type { DocumentOwner } from '../store/index.ts'
import { handleAccelerated } from './handlers/webmail/accelerate.ts'
import { handleEvents } from './handlers/events.ts'
import { handleLogin, handleLogout } from './handlers/login.ts'
import { handleMail } from './handlers/mail.ts'
import { DIALOGS, handlePage } from './handlers/page.ts'
import { handleUpload } from './handlers/uploads.ts'
import type { Asset } from './http/assets/assets.ts'
import { cleanHeaders } from './gate/trusted-headers.ts'
import { checkOrigin } from './gate/cross-site.ts'
import { checkFraming } from './gate/framing-guard.ts'
import { type Location, mountWithSlash, parseLocation, queryParameters } from './gate/location.ts'
import type { RequestServices } from './request/services.ts'
import { proxyToPanel } from './handlers/webmail/reverse-proxy.ts'
import { verifyPanelSession } from './panel/adapter/panel.ts'
import { Refusal } from './http/refusal.ts'
import { openSession, type OpenSession, withFactorDone } from './session/open-session.ts'
import { checkRequestToken } from './session/request-token.ts'
import type { RequestContext, TrustedRequest } from './request/trusted-request.ts'
import type { GatewayResponse } from './response/respond.ts'
import { dialectOf, type Dialect } from './wire/dialect.ts'
import { findAction, type Action } from './actions/index.ts'
import { isMultipart } from './http/body/read-parameters.ts'
import type { Parameters } from './http/body/parameters.ts'

/**
 * The way of a request, as one straight line (plugin/docs/architecture.md): each step takes the values
 * above it and returns the next, or throws a refusal. Answers undefined when an upstream answered.
 */
export async function handleRequest(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
): Promise<GatewayResponse | undefined> {
  checkFraming(ctx.req, services.limits)
  cleanHeaders(ctx.req, { isTrustedPeer: services.proxies.isTrustedPeer(ctx.req) })
  const withSlash = isReading(ctx)
    ? mountWithSlash(ctx.req.url ?? '/', services.webmailPath)
    : undefined
  if (withSlash !== undefined) return { kind: 'redirect', location: withSlash }
  const location = parseLocation(ctx.req.url ?? '/', services.webmailPath)
  if (location === undefined) return proxyToPanel(ctx, context, services)

  // Code without anyone's data comes first: the page of a refusal needs its style too.
  const asset = assetAt(location, context, services)
  if (asset !== undefined) return { kind: 'asset', asset }

  const principal = await verifyPanelSession(ctx, location, context, services.panel)
  context.client.locale = principal.locale
  if (services.webmailUpstream !== undefined) {
    return handleAccelerated(ctx, { ...location, principal }, context, services)
  }
  if (location.file !== 'script') throw new Refusal('not_found')

  if (checkOrigin(ctx.req) === 'panel-entry') return { kind: 'redirect', location: './index.php' }
  context.trace.enter('session')
  const opened = await openSession(
    ctx,
    { principal, location, name: context.name },
    services.loadSession,
  )
  const isFactorRequired = services.config.signIn.secondFactor === 'required'
  const session = isFactorRequired ? withFactorDone(opened) : opened
  const owner = ownerOf(session, services)
  context.client.owner = owner
  if (isUpload(context.query)) {
    const { bodyDigest } = principal
    return handleUpload({ ctx, context, session, bodyDigest }, services)
  }
  context.trace.enter('body')
  const parameters =
    ctx.method === 'POST'
      ? await postedParameters(ctx, { principal, session, context }, services)
      : queryParameters(context.query, services.limits)
  // Counted from here, whether a body came or not.
  context.allow(services.limits.requestMs)
  const dialect = dialectOf(ctx.get('accept'), parameters, location.mount)
  context.client.dialect = dialect
  context.trace.enter('own')
  const route = routeOf(ctx, parameters, dialect)
  context.trace.isAction(route.kind === 'mail' ? route.action.name : route.kind)
  const request = { ctx, location, principal, session, owner, parameters, dialect, context }
  return handleRoute(route, request, services)
}

function isReading({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Files come in pieces at one address; its bodies are no forms. */
function isUpload(query: URLSearchParams): boolean {
  return query.get('_action') === 'uploads' && (query.get('_task') ?? 'mail') === 'mail'
}

/** Query and body as one, for as long as the body comes; from then on lines of the log name where it goes. */
async function postedParameters(
  ctx: Context,
  { principal, session, context }: Pick<TrustedRequest, 'principal' | 'session' | 'context'>,
  { readParameters }: RequestServices,
): Promise<Parameters> {
  const { bodyDigest } = principal
  const uploader = uploaderOf(ctx, context.query, session)
  const isSignedIn = session.current?.kind === 'signed-in'
  const parameters = await context.receive((onBytes) =>
    readParameters(ctx, context.query, { bodyDigest, onBytes, isSignedIn, uploader }),
  )
  // The words alone: a name may be stored longer than the files of the body.
  context.client.posted = { task: parameters.get('_task'), action: parameters.get('_action') }
  return parameters
}

function ownerOf({ current }: OpenSession, { config }: RequestServices): DocumentOwner | undefined {
  if (current === undefined || current.kind === 'anonymous') return undefined
  const mailHost = current.kind === 'signed-in' ? current.storageHost : config.imap.host
  return { username: current.username, mailHost }
}

function handleRoute(
  route: Route,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  switch (route.kind) {
    case 'page':
      return handlePage(request, services)
    case 'login':
      return handleLogin(request, services)
    case 'logout':
      return handleLogout(request, services)
    case 'events':
      return handleEvents(request, services)
    case 'mail':
      return handleMail(route.action, request, services)
  }
}

function assetAt(
  { file }: Location,
  { trace }: RequestContext,
  { assets, brands }: RequestServices,
): Asset | undefined {
  if (file === 'script' || !('asset' in file)) return undefined
  trace.isAction('asset')
  return assets.find(file.asset) ?? brands.find(file.asset)
}

/** What a request on the one script path requests (spec 4). */
export type Route =
  | { readonly kind: 'page' }
  | { readonly kind: 'login' }
  | { readonly kind: 'logout' }
  | { readonly kind: 'events' }
  | { readonly kind: 'mail'; readonly action: Action }

/**
 * Tells requests on the script path apart by task, action and method. `login=1&post_login=<digits>`
 * is what a panel appends; its digits are accepted and never interpreted. A browser that navigates to an
 * action whose answer is for a program gets the page, which opens there. Throws Refusal.
 */
export function routeOf(ctx: Context, parameters: Parameters, dialect: Dialect): Route {
  // As GET, but for the body, which is not sent (RFC 9110 9.3.2).
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
  const task = parameters.get('_task') ?? (parameters.get('login') === '1' ? 'login' : 'mail')
  const name = parameters.get('_action') ?? ''
  if (task === 'logout') return { kind: 'logout' }
  if (task === 'login') return { kind: method === 'POST' ? 'login' : 'page' }
  if (task !== 'mail') {
    if (method === 'GET' && DIALOGS.has(task) && isNavigation(ctx, dialect)) return { kind: 'page' }
    throw new Refusal('not_found')
  }
  if (method === 'GET' && isPageAddress(name, ctx, dialect)) return { kind: 'page' }
  if (name === 'login' && method === 'POST') return { kind: 'login' }
  if (name === 'events' && method === 'GET') return { kind: 'events' }
  const action = findAction(task, name, method)
  if (action !== undefined) return { kind: 'mail', action }
  const isKnown = hasAction(name, 'GET') || hasAction(name, 'POST')
  throw new Refusal(isKnown ? 'method_not_allowed' : 'not_found')
}

/** Actions whose answer a browser shows or saves automatically. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  'attachments',
  'contact-photo',
  'export-contacts',
  'frame',
  'get',
  'viewsource',
])
/** Addresses that are no entry of the table: Roundcube's pane for reading, and the stream of events. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['preview', 'events'])

function isPageAddress(name: string, ctx: Context, dialect: Dialect): boolean {
  if (name === '') return true
  if (!isNavigation(ctx, dialect)) return false
  return OTHER_PAGES.has(name) || (!DOCUMENTS.has(name) && hasAction(name, 'GET'))
}

/**
 * True when a user looks at the address in a browser: a bookmark, a reload, or the sign-in form that
 * continues there. Only these take HTML by name; what a frame of a page requests is no page (Fetch Metadata).
 */
function isNavigation(ctx: Context, dialect: Dialect): boolean {
  if (dialect.wire !== 'page') return false
  const isFramed = !['', 'document', 'empty'].includes(ctx.get('sec-fetch-dest'))
  return !isFramed && ctx.get('accept').includes('text/html')
}

function hasAction(name: string, method: string): boolean {
  return findAction('mail', name, method) !== undefined
}

/**
 * Who sends files with a request, decided before its body is read: to take such a body apart costs memory
 * and time, so that only a user who is signed in may make us, from a page of ours and for an action that
 * takes files. Action and token stand in the query or a header for that. undefined when the body is of
 * another kind. Throws Refusal.
 */
export function uploaderOf(
  ctx: Context,
  query: URLSearchParams,
  { current }: OpenSession,
): string | undefined {
  if (ctx.method !== 'POST' || !isMultipart(ctx)) return undefined
  const action = findAction(query.get('_task') ?? 'mail', query.get('_action') ?? '', ctx.method)
  if (action?.takesFiles !== true) throw new Refusal('body_malformed')
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  const header = ctx.get('x-roundcube-request')
  const presented = header === '' ? (query.get('_token') ?? undefined) : header
  checkRequestToken(current.requestToken, presented)
  return current.username
}
