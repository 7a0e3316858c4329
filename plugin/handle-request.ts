import type { Context } from 'koa'
import { answer } from './handlers/dispatch.ts'
import { isPageNavigation } from './request/dialect.ts'
import { uploaderOf } from './request/uploader.ts'
import type { Reply } from './request/reply.ts'
import type { Asset } from './http/assets/assets.ts'
import { cleanHeaders } from './gate/clean-headers.ts'
import { checkOrigin } from './gate/origin.ts'
import { checkFraming } from './gate/framing-guard.ts'
import { parseLocation, type Location } from './gate/location.ts'
import type { House } from './request/services.ts'
import { passToPanel, passToWebmail } from './handlers/reverse-proxy.ts'
import { verifyPanelSession } from './panel/verify.ts'
import { Refusal } from './http/refusal.ts'
import { routeOf } from './request/route.ts'
import { openSession } from './session/open-session.ts'
import type { Visitor } from './http/request-context.ts'

/**
 * The way of a request, as one straight line (plugin/docs/architecture.md): each step takes the values
 * above it and returns the next, or throws a refusal. Answers undefined when an upstream answered.
 */
export async function handleRequest(
  ctx: Context,
  visitor: Visitor,
  house: House,
): Promise<Reply | undefined> {
  checkFraming(ctx.req, house.config.limits)
  cleanHeaders(ctx.req, { isTrustedPeer: house.proxies.isTrustedPeer(ctx.req) })
  const location = parseLocation(ctx.req.url ?? '/', house.webmailPath)
  if (location === undefined) return passToPanel(ctx, visitor, house)

  // Code without anybody's data comes first: the page of a refusal needs its style too.
  const asset = assetAt(location, visitor, house)
  if (asset !== undefined) return { kind: 'asset', asset }

  const principal = await verifyPanelSession(ctx, location, visitor, house.panel)
  if (house.webmailUpstream !== undefined) return passToWebmail(ctx, visitor, house)
  if (location.file !== 'script') throw new Refusal('not_found')

  if (checkOrigin(ctx.req) === 'panel-entry') return { kind: 'redirect', location: './index.php' }
  visitor.trace.enter('session')
  const session = await openSession(ctx, principal, location, visitor.name, house.loadSession)
  visitor.trace.enter('body')
  const { bodyDigest } = principal
  const uploader = uploaderOf(ctx, location.query, session)
  const parameters = await visitor.receive((onBytes) =>
    house.readParameters(ctx, location.query, { bodyDigest, onBytes, uploader }),
  )
  visitor.name.isRoutedBy(parameters)
  visitor.trace.enter('own')
  const isNavigation = isPageNavigation(ctx, parameters)
  const route = routeOf(ctx.method, parameters, isNavigation)
  return answer(route, { ctx, location, principal, session, parameters, visitor }, house)
}

function assetAt({ file }: Location, { trace }: Visitor, { assets }: House): Asset | undefined {
  if (file === 'script' || !('asset' in file)) return undefined
  trace.isAction('asset')
  return assets.find(file.asset)
}
