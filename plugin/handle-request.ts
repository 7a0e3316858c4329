import type { Context } from 'koa'
import { handleEvents } from './handlers/events.ts'
import { handleLogin, handleLogout } from './handlers/login.ts'
import { handleMail } from './handlers/mail.ts'
import { handlePage } from './handlers/page.ts'
import type { Asset } from './http/assets/assets.ts'
import { cleanHeaders } from './gate/clean-headers.ts'
import { checkOrigin } from './gate/origin.ts'
import { checkFraming } from './gate/framing-guard.ts'
import { type Location, parseLocation } from './gate/location.ts'
import type { RequestServices } from './request/services.ts'
import { proxyToPanel, proxyToWebmail } from './handlers/reverse-proxy.ts'
import { verifyPanelSession } from './panel/verify.ts'
import { Refusal } from './http/refusal.ts'
import { type Route, routeOf, uploaderOf } from './request/route.ts'
import { openSession } from './session/open-session.ts'
import type { RequestContext, TrustedRequest } from './request/trusted-request.ts'
import type { GatewayResponse } from './response/respond.ts'
import { dialectOf } from './wire/dialect.ts'

/**
 * The way of a request, as one straight line (plugin/docs/architecture.md): each step takes the values
 * above it and returns the next, or throws a refusal. Answers undefined when an upstream answered.
 */
export async function handleRequest(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
): Promise<GatewayResponse | undefined> {
  checkFraming(ctx.req, services.config.limits)
  cleanHeaders(ctx.req, { isTrustedPeer: services.proxies.isTrustedPeer(ctx.req) })
  const location = parseLocation(ctx.req.url ?? '/', services.webmailPath)
  if (location === undefined) return proxyToPanel(ctx, context, services)

  // Code without anybody's data comes first: the page of a refusal needs its style too.
  const asset = assetAt(location, context, services)
  if (asset !== undefined) return { kind: 'asset', asset }

  const principal = await verifyPanelSession(ctx, location, context, services.panel)
  if (services.webmailUpstream !== undefined) return proxyToWebmail(ctx, context, services)
  if (location.file !== 'script') throw new Refusal('not_found')

  if (checkOrigin(ctx.req) === 'panel-entry') return { kind: 'redirect', location: './index.php' }
  context.trace.enter('session')
  const session = await openSession(ctx, principal, location, context.name, services.loadSession)
  context.trace.enter('body')
  const { bodyDigest } = principal
  const { query, client } = context
  const uploader = uploaderOf(ctx, query, session)
  const parameters = await context.receive((onBytes) =>
    services.readParameters(ctx, query, { bodyDigest, onBytes, uploader }),
  )
  context.name.isRoutedBy(parameters, query)
  client.dialect = dialectOf(ctx.get('accept'), parameters, location.mount)
  context.trace.enter('own')
  const route = routeOf(ctx, parameters, client.dialect)
  context.trace.isAction(route.kind === 'mail' ? route.action : route.kind)
  return handleRoute(route, { ctx, location, principal, session, parameters, context }, services)
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
  { assets }: RequestServices,
): Asset | undefined {
  if (file === 'script' || !('asset' in file)) return undefined
  trace.isAction('asset')
  return assets.find(file.asset)
}
