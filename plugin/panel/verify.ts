import type { Context } from 'koa'
import type { Location } from '../gate/location.ts'
import { during } from '../http/request-trace.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Panel, Principal } from './adapter/panel.ts'
import { signedRequestOf } from './adapter/signed-request.ts'

/** Asks the panel whether segment and cookie belong together. Throws the coded Refusal of its "no". */
export async function verifyPanelSession(
  ctx: Context,
  location: Location,
  { clientIp, requestId, signal, trace }: RequestContext,
  panel: Panel,
): Promise<Principal> {
  const evidence = {
    segmentDigits: location.segmentDigits,
    segmentLetters: location.segmentLetters,
    cookieHeader: ctx.req.headers.cookie,
    clientIp,
    requestId,
    isCrossSite: ctx.req.headers['sec-fetch-site'] === 'cross-site',
    signed: signedRequestOf(ctx.req),
  }
  const verdict = await during(trace, 'panel', () => panel.verify(evidence, signal))
  if (verdict.kind === 'principal') return verdict.principal
  throw verdict.code === 'panel_unavailable'
    ? new Refusal(verdict.code, { retryAfterSeconds: 2 })
    : new Refusal(verdict.code)
}
