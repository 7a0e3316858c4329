import type { Context } from 'koa'
import type { ActionResult } from '../actions/result/result.ts'
import type { Asked } from '../request/dialect.ts'
import type { Reply } from '../request/reply.ts'
import type { House } from '../request/services.ts'
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
import type { WireAnswer } from '../wire/encoded-answer.ts'

/** Turns the reply of the way of a request into bytes. */
export async function respond(ctx: Context, reply: Reply, house: House): Promise<void> {
  switch (reply.kind) {
    case 'html':
      sendHtml(ctx, reply.status, reply.html)
      return
    case 'mail-page':
      sendMailPage(ctx, reply)
      return
    case 'redirect':
      ctx.status = 302
      // Relative, so that the panel's segment stays as the browser has it.
      ctx.set('Location', reply.location)
      ctx.body = ''
      return
    case 'asset':
      sendAsset(ctx, reply.asset)
      return
    case 'events':
      sendEvents(ctx, reply.body)
      return
    case 'nothing':
      ctx.status = 204
      return
    case 'result':
      await respondResult(ctx, reply.result, reply.asked, house)
  }
}

/** The one place that writes the response of a failed request (plugin/docs/architecture.md, "The way of a request"). */
export async function respondFailure(
  ctx: Context,
  failure: Failure,
  requestId: string,
  house: House,
): Promise<void> {
  const { refusal, asked } = failure
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  if (failure.html !== undefined) {
    sendHtml(ctx, refusals[refusal.code].status, failure.html)
    return
  }
  switch (asked.wire) {
    case 'native':
      await sendWire(ctx, renderNativeError(refusal, requestId), house.compress)
      return
    case 'roundcube':
      await sendWire(ctx, renderRoundcubeError({ code: refusal.code, ...asked }), house.compress)
      return
    case 'page': {
      const { status } = refusals[refusal.code]
      const message = messageOf(refusal)
      const homePath = house.config.panel.homePath ?? undefined
      const page = { status, message, requestId, retryAfterSeconds, homePath }
      sendHtml(ctx, status, renderErrorPage(page, house.assets.page))
    }
  }
}

async function respondResult(
  ctx: Context,
  result: ActionResult,
  asked: Asked,
  house: House,
): Promise<void> {
  if (result.kind === 'stream') sendStream(ctx, result)
  else if (result.kind === 'frame') await sendFrame(ctx, result, house.compress)
  else await sendWire(ctx, renderResult(result, asked, house), house.compress)
}

/** Results without a shape on Roundcube's wire are told in the native one. */
function renderResult(result: NativeResult, asked: Asked, { config, now }: House): WireAnswer {
  if (asked.wire !== 'roundcube' || !isRoundcubeResult(result)) return renderNative(result)
  return renderRoundcube(result, {
    unlock: asked.unlock,
    productName: config.webmail.productName,
    now: now(),
    zone: config.webmail.timeZone,
  })
}
