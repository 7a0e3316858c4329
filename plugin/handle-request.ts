import type { Context } from 'koa'
import { dispatch } from './handlers/dispatch.ts'
import { isPageNavigation } from './request/dialect.ts'
import { uploaderOf } from './request/uploader.ts'
import type { GatewayResponse } from './request/reply.ts'
import type { Asset } from './http/assets/assets.ts'
import { cleanHeaders } from './gate/clean-headers.ts'
import { checkOrigin } from './gate/origin.ts'
import { checkFraming } from './gate/framing-guard.ts'
import { parseLocation, type Location } from './gate/location.ts'
import type { RequestServices } from './request/services.ts'
import { proxyToPanel, proxyToWebmail } from './handlers/reverse-proxy.ts'
import { verifyPanelSession } from './panel/verify.ts'
import { Refusal } from './http/refusal.ts'
import { routeOf } from './request/route.ts'
import { openSession } from './session/open-session.ts'
import type { RequestContext } from './http/request-context.ts'

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
  const uploader = uploaderOf(ctx, location.query, session)
  const parameters = await context.receive((onBytes) =>
    services.readParameters(ctx, location.query, { bodyDigest, onBytes, uploader }),
  )
  context.name.isRoutedBy(parameters)
  context.trace.enter('own')
  const isNavigation = isPageNavigation(ctx, parameters)
  const route = routeOf(ctx.method, parameters, isNavigation)
  return dispatch(route, { ctx, location, principal, session, parameters, context }, services)
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
