import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context } from 'koa'
import { UpstreamFault, type Upstream } from '../../proxy/upstream/upstream.ts'
import { refuseUpgrade } from '../../proxy/upstream/handshake.ts'
import { cleanHeaders } from '../gate/clean-headers.ts'
import { checkFraming } from '../gate/framing-guard.ts'
import { parseLocation } from '../gate/location.ts'
import { upstreamAnswerHeaders } from '../gate/security-headers.ts'
import { during } from '../http/request-trace.ts'
import type { House } from '../request/services.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionCookieNames } from '../session/session-cookie.ts'
import type { Visitor } from '../http/request-context.ts'

/** Everything that is not the webmail path belongs to the panel, with the panel's cookies and without ours. */
export async function passToPanel(
  ctx: Context,
  visitor: Visitor,
  house: House,
): Promise<undefined> {
  return pass(ctx, visitor, house, {
    upstream: house.panelUpstream,
    stripCookies: sessionCookieNames(ctx.get('cookie')),
  })
}

/** Accelerate mode: the webmail behind us, which never sees a cookie of the panel. */
export async function passToWebmail(
  ctx: Context,
  visitor: Visitor,
  house: House,
): Promise<undefined> {
  return pass(ctx, visitor, house, {
    upstream: house.webmailUpstream,
    stripCookies: house.config.panel.http.cookies,
  })
}

/** A WebSocket handshake goes to the panel, or nowhere: the webmail path has none (RFC 6455 10.2). */
export function passUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  house: House,
): void {
  // A socket without a listener would bring the process down when the client goes away.
  socket.on('error', () => socket.destroy())
  if (house.panelUpstream === undefined || !isForPanel(req, house)) {
    refuseUpgrade(socket, '403 Forbidden')
    return
  }
  const clientIp = house.proxies.clientIp(req)
  const scheme = house.proxies.scheme(req)
  cleanHeaders(req, { isTrustedPeer: house.proxies.isTrustedPeer(req) })
  const stripCookies = sessionCookieNames(req.headers.cookie)
  house.panelUpstream.upgrade(req, socket, head, { clientIp, scheme, stripCookies })
}

function isForPanel(req: IncomingMessage, { webmailPath, config }: House): boolean {
  try {
    checkFraming(req, config.limits)
    return parseLocation(req.url ?? '/', webmailPath) === undefined
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface Way {
  readonly upstream: Upstream | undefined
  readonly stripCookies: readonly string[]
}

async function pass(
  ctx: Context,
  { clientIp, trace }: Visitor,
  { proxies }: House,
  { upstream, stripCookies }: Way,
): Promise<undefined> {
  if (upstream === undefined) throw new Refusal('not_found')
  trace.isAction('upstream')
  // The upstream writes the answer itself; Koa must not.
  ctx.respond = false
  try {
    await during(trace, 'upstream', () =>
      upstream.web(ctx.req, ctx.res, {
        clientIp,
        scheme: proxies.scheme(ctx.req),
        stripCookies,
        answerHeaders: upstreamAnswerHeaders,
      }),
    )
  } catch (cause) {
    ctx.respond = true
    if (!(cause instanceof UpstreamFault)) throw cause
    throw new Refusal('upstream_unavailable', { cause, retryAfterSeconds: 5 })
  }
}
