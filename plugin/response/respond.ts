import type { Context } from 'koa'
import type { ActionResult } from '../actions/result/result.ts'
import type { Dialect } from '../request/dialect.ts'
import type { GatewayResponse } from '../request/reply.ts'
import type { RequestServices } from '../request/services.ts'
import {
  sendAsset,
  sendEvents,
  sendFrame,
  sendHtml,
  sendMailPage,
  sendStream,
  sendWire,
} from './send.ts'
import type { Failure } from './failure.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { messageOf, refusals } from '../http/refusal.ts'
import { renderNativeError } from '../wire/native/error.ts'
import { renderNative, type NativeResult } from '../wire/native/encode.ts'
import { renderRoundcubeError } from '../wire/roundcube/error.ts'
import { isRoundcubeResult, renderRoundcube } from '../wire/roundcube/encode.ts'
import type { EncodedResponse } from '../wire/encoded-answer.ts'

/** Turns the response of the way of a request into bytes. */
export async function respond(
  ctx: Context,
  response: GatewayResponse,
  services: RequestServices,
): Promise<void> {
  switch (response.kind) {
    case 'html':
      sendHtml(ctx, response.status, response.html)
      return
    case 'mail-page':
      sendMailPage(ctx, response)
      return
    case 'redirect':
      ctx.status = 302
      // Relative, so that the panel's segment stays as the browser has it.
      ctx.set('Location', response.location)
      ctx.body = ''
      return
    case 'asset':
      sendAsset(ctx, response.asset)
      return
    case 'events':
      sendEvents(ctx, response.body)
      return
    case 'nothing':
      ctx.status = 204
      return
    case 'result':
      await respondResult(ctx, response.result, response.dialect, services)
  }
}

/** The one place that writes the response of a failed request (plugin/docs/architecture.md, "The way of a request"). */
export async function respondFailure(
  ctx: Context,
  failure: Failure,
  requestId: string,
  services: RequestServices,
): Promise<void> {
  const { refusal, dialect } = failure
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  if (failure.html !== undefined) {
    sendHtml(ctx, refusals[refusal.code].status, failure.html(requestId))
    return
  }
  switch (dialect.wire) {
    case 'native':
      await sendWire(ctx, renderNativeError(refusal, requestId), services.compress)
      return
    case 'roundcube':
      await sendWire(
        ctx,
        renderRoundcubeError({ code: refusal.code, ...dialect }),
        services.compress,
      )
      return
    case 'page': {
      const { status } = refusals[refusal.code]
      const message = messageOf(refusal)
      const homePath = services.config.panel.homePath ?? undefined
      const page = { status, message, requestId, retryAfterSeconds, homePath }
      sendHtml(ctx, status, renderErrorPage(page, services.assets.page))
    }
  }
}

async function respondResult(
  ctx: Context,
  result: ActionResult,
  dialect: Dialect,
  services: RequestServices,
): Promise<void> {
  if (result.kind === 'stream') sendStream(ctx, result)
  else if (result.kind === 'frame') await sendFrame(ctx, result, services.compress)
  else await sendWire(ctx, renderResult(result, dialect, services), services.compress)
}

/** Results without a shape on Roundcube's wire are told in the native one. */
function renderResult(
  result: NativeResult,
  dialect: Dialect,
  { config, now }: RequestServices,
): EncodedResponse {
  if (dialect.wire !== 'roundcube' || !isRoundcubeResult(result)) return renderNative(result)
  return renderRoundcube(result, {
    unlock: dialect.unlock,
    productName: config.webmail.productName,
    now: now(),
    zone: config.webmail.timeZone,
  })
}
