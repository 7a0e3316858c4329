import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { ActionResult } from '../actions/result/result.ts'
import type { Asset } from '../http/assets/assets.ts'
import type { RequestServices } from '../request/services.ts'
import type { RequestContext } from '../request/trusted-request.ts'
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
import { encodeRefusal, encodeResult, type Dialect } from '../wire/dialect.ts'

/** What the way of a request ends in; `respond` turns it into bytes. */
export type GatewayResponse =
  | { readonly kind: 'html'; readonly status: number; readonly html: string }
  /** The application page; its beginning is sent at once, so that the browser loads what it names. */
  | { readonly kind: 'mail-page'; readonly start: string; readonly end: Promise<string> }
  /** `location` is relative to the script path and made by us: never taken from the request. */
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'asset'; readonly asset: Asset }
  /** An endless answer (text/event-stream). */
  | { readonly kind: 'events'; readonly body: Readable }
  /** Nothing to tell: 204, after which an EventSource asks no more (HTML 9.2.2). */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'result'; readonly result: ActionResult }

/** Turns the response of the way of a request into bytes. */
export async function respond(
  ctx: Context,
  response: GatewayResponse,
  dialect: Dialect,
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
      await respondResult(ctx, response.result, dialect, services)
  }
}

/** The one place that writes the response of a failed request (plugin/docs/architecture.md, "The way of a request"). */
export async function respondFailure(
  ctx: Context,
  { refusal }: Failure,
  { requestId, client: { dialect } }: RequestContext,
  services: RequestServices,
): Promise<void> {
  const { code, retryAfterSeconds } = refusal
  const { status } = refusals[code]
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  switch (dialect.wire) {
    case 'native':
    case 'roundcube':
      await sendWire(ctx, encodeRefusal(refusal, requestId, dialect), services.compress)
      return
    case 'form':
      sendHtml(ctx, status, dialect.pageFor(code, requestId))
      return
    case 'page': {
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
  { config, compress, now }: RequestServices,
): Promise<void> {
  const { productName, timeZone: zone } = config.webmail
  if (result.kind === 'stream') sendStream(ctx, result)
  else if (result.kind === 'frame') await sendFrame(ctx, result, compress)
  else {
    const encoded = encodeResult(result, dialect, { productName, now: now(), zone })
    await sendWire(ctx, encoded, compress)
  }
}
