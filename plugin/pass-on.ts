import type { Context } from 'koa'
import { UpstreamFault } from '../proxy/upstream.ts'
import type { House } from './house.ts'
import { Refusal } from './refusal.ts'
import { sessionCookieName } from './session/koa-session.ts'
import type { Visitor } from './visitor.ts'

/** Everything that is not the webmail path belongs to the panel, cookies of the panel included, ours left out. */
export async function passToPanel(ctx: Context, visitor: Visitor, house: House): Promise<undefined> {
  if (house.panelUpstream === undefined) throw new Refusal('not_found')
  return pass(ctx, visitor, house.panelUpstream, [sessionCookieName(house.config.session.secureCookie)])
}

/** Accelerate mode: the webmail behind us, which never sees a cookie of the panel. */
export async function passToWebmail(
  ctx: Context,
  visitor: Visitor,
  house: House,
): Promise<undefined> {
  if (house.webmailUpstream === undefined) throw new Refusal('not_found')
  return pass(ctx, visitor, house.webmailUpstream, house.config.panel.http.cookies)
}

async function pass(
  ctx: Context,
  { clientIp }: Visitor,
  upstream: NonNullable<House['panelUpstream']>,
  stripCookies: readonly string[],
): Promise<undefined> {
  // The upstream writes the answer itself; Koa must not.
  ctx.respond = false
  try {
    await upstream.web(ctx.req, ctx.res, { stripCookies, clientIp })
  } catch (error) {
    if (ctx.res.headersSent) return
    ctx.respond = true
    throw error instanceof UpstreamFault
      ? new Refusal('upstream_unavailable', { cause: error, retryAfterSeconds: 5 })
      : error
  }
}
