import { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { ActionResult } from '../actions/index.ts'
import type { FrameResult, StreamResult } from '../actions/result/result.ts'
import { OWN_PASSKEYS } from '../gate/cross-site.ts'
import { wayToMount } from '../gate/location.ts'
import { requestedHost } from '../gate/requested-host.ts'
import { type Asset, assetsFrom } from '../http/assets/assets.ts'
import type { RequestServices } from '../request/services.ts'
import type { RequestContext } from '../request/trusted-request.ts'
import type { Failure } from './failure.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { SOURCE_POLICY, sourcePage } from '../pages/source-page.ts'
import { refusals } from '../http/refusal.ts'
import { readerLanguage } from '../request/reader-language.ts'
import { refusalText } from '../texts/server-texts.ts'
import { type Dialect, encodeRefusal, encodeResult } from '../wire/dialect.ts'
import { create as contentDisposition } from 'content-disposition'
import { type Compress, chooseCoding } from '../http/compression.ts'
import type { EncodedResponse } from '../wire/encoded-response.ts'

/** What the way of a request ends in; `respond` turns it into bytes. */
export type GatewayResponse =
  | { readonly kind: 'html'; readonly status: number; readonly html: string }
  /** The application page; its beginning is sent at once, so that the browser loads what it names. */
  | { readonly kind: 'mail-page'; readonly start: string; readonly end: Promise<string> }
  /** `location` is relative to the script path and made by us: never taken from the request. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A sign-in to the webmail behind us, as it would answer it. */
  | {
      readonly kind: 'webmail-redirect'
      readonly location: string
      readonly cookies: readonly string[]
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'asset'; readonly asset: Asset }
  /** An endless answer (text/event-stream). */
  | { readonly kind: 'events'; readonly body: Readable }
  /** What tus says, which is all in headers. */
  | {
      readonly kind: 'tus'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
    }
  /** No events: 204, after which an EventSource does not reconnect (HTML 9.2.2). */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'result'; readonly result: ActionResult }
  /** A text in the words of the webmail behind us, with the headers it would have. */
  | {
      readonly kind: 'encoded'
      readonly encoded: EncodedResponse
      readonly headers: Readonly<Record<string, string>>
    }

/** Turns the response of the way of a request into bytes. */
export async function respond(
  ctx: Context,
  response: GatewayResponse,
  dialect: Dialect,
  services: RequestServices,
): Promise<void> {
  switch (response.kind) {
    case 'html':
      allowPasskeys(ctx, services)
      sendHtml(ctx, response.status, response.html)
      return
    case 'mail-page':
      allowPasskeys(ctx, services)
      sendMailPage(ctx, response)
      return
    case 'redirect':
      ctx.status = 302
      // Relative, so that the panel's segment stays as the browser has it.
      ctx.set('Location', response.location)
      ctx.body = ''
      return
    case 'webmail-redirect':
      ctx.status = 302
      ctx.set({ ...response.headers, Location: response.location })
      ctx.set('Set-Cookie', [...response.cookies])
      ctx.body = ''
      ctx.set('Content-Type', 'text/html; charset=UTF-8')
      return
    case 'asset':
      sendAsset(ctx, response.asset)
      return
    case 'events':
      sendEvents(ctx, response.body)
      return
    case 'tus':
      ctx.status = response.status
      ctx.set({ ...response.headers })
      ctx.body = ''
      return
    case 'nothing':
      ctx.status = 204
      return
    case 'encoded':
      ctx.set({ ...response.headers })
      await sendWire(ctx, response.encoded, services.compress)
      return
    case 'result':
      await respondResult(ctx, response.result, dialect, services)
  }
}

/** The one place that writes the response of a failed request (plugin/docs/architecture.md, "The way of a request"). */
export async function respondFailure(
  ctx: Context,
  { refusal }: Failure,
  { requestId, client }: RequestContext,
  services: RequestServices,
): Promise<void> {
  const { code, retryAfterSeconds, serverText } = refusal
  const { dialect, formFor } = client
  const { status } = refusals[code]
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  // Programs find the line of the error log by it, and so does Roundcube's front end, which shows no id.
  ctx.set('X-Request-Id', requestId)
  const language = await readerLanguage(ctx, client, services)
  if (formFor !== undefined) {
    allowPasskeys(ctx, services)
    // A page that shows the form since the panel's password was refused is what a GET requested.
    sendHtml(ctx, ctx.method === 'POST' ? status : 200, formFor(code, requestId, serverText))
    return
  }
  switch (dialect.wire) {
    case 'native':
    case 'roundcube':
      await sendWire(
        ctx,
        encodeRefusal(refusal, { requestId, language }, dialect),
        services.compress,
      )
      return
    case 'page': {
      const message = refusalText(refusal, language)
      const homePath = services.config.panel.homePath ?? undefined
      const page = { status, message, requestId, retryAfterSeconds, homePath, language }
      const host = requestedHost(ctx.req, services.proxies)
      const { assets } = services.brands.of(host, undefined)
      const way = wayToMount(ctx.req.url ?? '/', services.webmailPath)
      const shown = assetsFrom(way, { ...services.assets.page, ...assets })
      sendHtml(ctx, status, renderErrorPage(page, shown))
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
  if (result.kind === 'stream') sendStream(ctx, result, dialect)
  else if (result.kind === 'frame') await sendFrame(ctx, result, compress)
  else {
    const encoded = encodeResult(result, dialect, { productName, now: now(), zone })
    await sendWire(ctx, encoded, compress)
  }
}

/** Nothing of an attachment may run, whatever type a browser takes it for (CVE-2024-42008). */
const ATTACHMENT_POLICY = "sandbox; default-src 'none'"

/** The pages of the sign-in and of the mail, which takes the place of the first without another navigation. */
function allowPasskeys(ctx: Context, { config }: Pick<RequestServices, 'config'>): void {
  if (config.signIn.secondFactor !== 'off') ctx.set('Permissions-Policy', OWN_PASSKEYS)
}

/** Sends a page of ours, as it is: pages hold the request token beside what their address says (BREACH). */
function sendHtml(ctx: Context, status: number, html: string): void {
  ctx.status = status
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  ctx.body = html
}

/** Sends the beginning of the application page at once and its end when that is there. `end` never rejects. */
function sendMailPage(
  ctx: Context,
  { start, end }: { readonly start: string; readonly end: Promise<string> },
): void {
  ctx.status = 200
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  // A proxy that collects would hold the beginning back.
  ctx.set('X-Accel-Buffering', 'no')
  // No one waits for it where the client has disconnected before it is read.
  end.catch(() => undefined)
  ctx.body = Readable.from(piecesOf(start, end))
}

async function* piecesOf(start: string, end: Promise<string>): AsyncGenerator<string> {
  yield start
  yield await end
}

/** Sends a text made by one of the wires, which never hold the request token. */
async function sendWire(
  ctx: Context,
  { status, type, body }: EncodedResponse,
  compress: Compress,
): Promise<void> {
  ctx.status = status
  ctx.set('Content-Type', type)
  // Encoded once: a long text would be measured by Koa, measured by Node, and encoded by the socket.
  ctx.body = await compress(ctx, Buffer.from(body))
}

/** Sends the body of a message with the policy that jails it (proxy/mail/html/frame-policy.ts). */
async function sendFrame(
  ctx: Context,
  { html, policy }: FrameResult,
  compress: Compress,
): Promise<void> {
  ctx.set('Content-Security-Policy', policy)
  await sendWire(ctx, { status: 200, type: 'text/html; charset=utf-8', body: html }, compress)
}

/**
 * Sends a part of a message as it is read: never faster than the client takes it, and never as a page but for text that is
 * escaped.
 */
function sendStream(ctx: Context, result: StreamResult, { wire }: Dialect): void {
  const { stream, type, filename, disposition, isReadAsPage = false } = result
  if (isReadAsPage) ctx.vary('Accept')
  if (isReadAsPage && wire === 'page' && ctx.get('accept').includes('text/html')) {
    ctx.set('Content-Type', 'text/html; charset=utf-8')
    ctx.set('Content-Security-Policy', SOURCE_POLICY)
    ctx.body = Readable.from(sourcePage(stream), { objectMode: false })
    return
  }
  ctx.set('Content-Type', type)
  ctx.set('Content-Security-Policy', ATTACHMENT_POLICY)
  ctx.set('Content-Disposition', dispositionOf(filename, disposition))
  // Koa's pipeline owns it from here on: whichever side ends first ends the other.
  ctx.body = Readable.from(stream, { objectMode: false })
}

/** A name with half a character cannot be written as percent escapes (RFC 8187). */
function dispositionOf(filename: string | undefined, type: StreamResult['disposition']): string {
  return contentDisposition(filename?.toWellFormed(), { type })
}

/** Sends events as they come, for as long as both sides like; the default time limit ends with its beginning. */
export function sendEvents(ctx: Context, body: Readable): void {
  ctx.set('Content-Type', 'text/event-stream')
  // A proxy that compresses or collects would hold events back; the second header is nginx's name for that.
  ctx.set('Cache-Control', 'no-store, no-transform')
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = body
  ctx.flushHeaders()
}

/** Sends a static file in the smallest form the client takes. Its name changes with its content. */
function sendAsset(ctx: Context, asset: Asset): void {
  const coding = chooseCoding(ctx.req.headers['accept-encoding'])
  ctx.set('Content-Type', asset.type)
  if (asset.policy !== undefined) ctx.set('Content-Security-Policy', asset.policy)
  ctx.set('Cache-Control', 'private, max-age=31536000, immutable')
  ctx.vary('Accept-Encoding')
  if (coding !== 'identity') ctx.set('Content-Encoding', coding)
  ctx.body = { br: asset.brotli, gzip: asset.gzip, identity: asset.plain }[coding]
}
