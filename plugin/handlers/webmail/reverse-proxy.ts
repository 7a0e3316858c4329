import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context } from 'koa'
import {
  UpstreamFault,
  type Upstream,
  type UpstreamResponse,
} from '../../../proxy/upstream/upstream.ts'
import type { Forwarding } from '../../../proxy/upstream/headers.ts'
import { refuseUpgrade } from '../../../proxy/upstream/handshake.ts'
import { cleanHeaders } from '../../gate/trusted-headers.ts'
import { checkFraming } from '../../gate/framing-guard.ts'
import { parseLocation } from '../../gate/location.ts'
import { upstreamResponseHeaders } from '../../gate/cross-site.ts'
import { during } from '../../http/request-trace.ts'
import type { RequestServices } from '../../request/services.ts'
import { Refusal } from '../../http/refusal.ts'
import { sessionCookieNames } from '../../session/koa-session.ts'
import type { RequestContext } from '../../request/trusted-request.ts'

/** Everything that is not the webmail path belongs to the panel, with the panel's cookies and without ours. */
export async function proxyToPanel(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
): Promise<undefined> {
  await pass(ctx, context, services, {
    upstream: services.panelUpstream,
    stripCookies: sessionCookieNames(ctx.get('cookie')),
  })
}

/** How a request goes to the webmail behind us. */
interface WebmailOptions extends Pick<Forwarding, 'body' | 'copyBytes'> {
  /** Set on its response where it sets none of that name. */
  readonly responseHeaders: Readonly<Record<string, string>>
}

/**
 * Accelerate mode: the webmail behind us, which never sees or sets a cookie of the panel or of ours. Answers a copy of its response where
 * one was requested.
 */
export async function proxyToWebmail(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
  options: WebmailOptions = { responseHeaders: {} },
): Promise<UpstreamResponse | undefined> {
  const { responseHeaders, ...way } = options
  const response = await pass(ctx, context, services, {
    ...way,
    // What Roundcube refuses is found by it as well (`postern explain`).
    responseHeaders: { 'X-Request-Id': context.requestId, ...responseHeaders },
    upstream: services.webmailUpstream,
    recode: services.recodingFor(ctx.req),
    stripCookies: [...services.config.panel.http.cookies, ...sessionCookieNames(ctx.get('cookie'))],
  })
  context.trace.webmailAnswered(ctx.res.statusCode)
  return response
}

/** A WebSocket handshake goes to the panel, or nowhere: the webmail path has none (RFC 6455 10.2). */
export function passUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  services: RequestServices,
): void {
  // A socket without a listener would bring the process down when the client goes away.
  socket.on('error', () => socket.destroy())
  if (services.panelUpstream === undefined || !isForPanel(req, services)) {
    refuseUpgrade(socket, '403 Forbidden')
    return
  }
  const clientIp = services.proxies.clientIp(req)
  const scheme = services.proxies.scheme(req)
  cleanHeaders(req, { isTrustedPeer: services.proxies.isTrustedPeer(req) })
  const stripCookies = sessionCookieNames(req.headers.cookie)
  services.panelUpstream.upgrade(req, socket, head, { clientIp, scheme, stripCookies })
}

function isForPanel(req: IncomingMessage, { webmailPath, limits }: RequestServices): boolean {
  try {
    checkFraming(req, limits)
    return parseLocation(req.url ?? '/', webmailPath) === undefined
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface Way extends Partial<WebmailOptions>, Pick<Forwarding, 'recode'> {
  readonly upstream: Upstream | undefined
  readonly stripCookies: readonly string[]
}

async function pass(
  ctx: Context,
  { clientIp, trace }: RequestContext,
  { proxies }: RequestServices,
  { upstream, responseHeaders = {}, ...way }: Way,
): Promise<UpstreamResponse | undefined> {
  if (upstream === undefined) throw new Refusal('not_found')
  trace.isAction('upstream')
  // The upstream writes the response itself; Koa must not.
  ctx.respond = false
  try {
    return await during(trace, 'upstream', () =>
      upstream.web(ctx.req, ctx.res, {
        ...way,
        clientIp,
        scheme: proxies.scheme(ctx.req),
        responseHeaders: { ...upstreamResponseHeaders, ...responseHeaders },
      }),
    )
  } catch (cause) {
    ctx.respond = true
    if (!(cause instanceof UpstreamFault)) throw cause
    throw new Refusal('upstream_unavailable', { cause, retryAfterSeconds: 5 })
  }
}
