import type { Context } from 'koa'
import type { Reply } from './answers/reply.ts'
import { answerLogin } from './answers/login.ts'
import { answerLogout } from './answers/logout.ts'
import { answerMail } from './answers/mail.ts'
import { answerPage } from './answers/page.ts'
import { checkOrigin } from './gate/origin.ts'
import { checkFraming } from './gate/framing-guard.ts'
import { parseLocation, type LocationFile } from './gate/location.ts'
import type { House } from './house.ts'
import { passToPanel, passToWebmail } from './pass-on.ts'
import { verifyPanelSession } from './panel/verify.ts'
import { Refusal } from './refusal.ts'
import { routeOf } from './route.ts'
import { openSession } from './session/open-session.ts'
import type { Visitor } from './visitor.ts'

/**
 * The way of a request, as one straight line (plugin/docs/architecture.md): each step takes the values
 * above it and returns the next, or throws a refusal. Answers undefined when an upstream answered.
 */
export async function handleRequest(
  ctx: Context,
  visitor: Visitor,
  house: House,
): Promise<Reply | undefined> {
  checkFraming(ctx.req)
  const location = parseLocation(ctx.req.url ?? '/', house.webmailPath)
  if (location === undefined) return passToPanel(ctx, visitor, house)

  const principal = await verifyPanelSession(ctx, location, visitor, house.panel)
  if (house.webmailUpstream !== undefined) return passToWebmail(ctx, visitor, house)
  if (location.file !== 'script') return assetReply(location.file, house)

  checkOrigin(ctx.req)
  const session = await openSession(ctx, principal, location, house.loadSession)
  const parameters = await house.readParameters(ctx, location.query)
  const route = routeOf(ctx.method, parameters)
  const request = { ctx, location, principal, session, parameters, visitor }

  switch (route.kind) {
    case 'page':
      return answerPage(request, house)
    case 'login':
      return answerLogin(request, house)
    case 'logout':
      return answerLogout(request, house)
    case 'mail':
      return answerMail(route.action, request, house)
  }
}

/** Our own static files; any other file could only be known by a webmail behind us, and there is none. */
function assetReply(file: Exclude<LocationFile, 'script'>, { assets }: House): Reply {
  const asset = 'asset' in file ? assets.find(file.asset) : undefined
  if (asset === undefined) throw new Refusal('not_found')
  return { kind: 'asset', asset }
}
