import type { Context } from 'koa'
import getRawBody from 'raw-body'
import type { UpstreamAnswer } from '../../proxy/upstream/upstream.ts'
import type { Lesson, PassReason } from '../accelerator/answer.ts'
import { effectOf, hotActionOf, type HotAction } from '../accelerator/hot-request.ts'
import type { Location } from '../gate/location.ts'
import { during } from '../http/request-trace.ts'
import { decodedBody } from '../http/decoded-body.ts'
import { MAX_FILE_BYTES, versionedName } from '../http/assets/versioned-files.ts'
import type { RequestContext } from '../request/trusted-request.ts'
import type { RequestServices } from '../request/services.ts'
import type { GatewayResponse } from '../response/respond.ts'
import { proxyToWebmail } from './reverse-proxy.ts'

/** A refresh names the rows on show, of which a page has 500 at most. */
const MAX_FORM_BYTES = 16_384
/** A page of Roundcube, or a list of 500 rows. */
const MAX_LEARNED_BYTES = 2_097_152

/** Which program answered, and why not ours. */
const ANSWERED_BY = 'x-postern-answered-by'

/**
 * Accelerate mode: a request that Postern can answer as Roundcube would is answered here, everything else goes to
 * Roundcube, whose answers are learned from on their way.
 */
export async function handleAccelerated(
  ctx: Context,
  { file }: Location,
  context: RequestContext,
  services: RequestServices,
): Promise<GatewayResponse | undefined> {
  const { accelerator, countAccelerated } = services
  const action = file === 'script' ? hotActionOf(ctx.method, context.query) : undefined
  if (typeof file === 'object' && 'other' in file && ctx.method === 'GET') {
    const name = versionedName(file.other, context.query)
    if (name !== undefined) return versionedFile(ctx, context, services, name)
  }
  if (action === undefined) {
    return passOther(ctx, context, services, { isScript: file === 'script' })
  }
  if (accelerator === undefined)
    return passOn(ctx, context, services, { action, reason: 'switched_off' })
  const body = await formOf(ctx, context)
  if (body === undefined)
    return passOn(ctx, context, services, { action, reason: 'not_understood' })
  context.trace.enter('own')
  const answer = await during(context.trace, 'imap', () =>
    accelerator.answer({
      action,
      query: context.query,
      form: new URLSearchParams(body.toString()),
      cookie: ctx.req.headers.cookie,
      token: ctx.get('x-roundcube-request'),
      clientIp: context.clientIp,
      signal: context.signal,
    }),
  )
  if (answer.kind === 'passed-on') {
    return passOn(ctx, context, services, { ...answer, action, body })
  }
  countAccelerated(action, 'postern')
  context.trace.isAction(action)
  return {
    kind: 'encoded',
    encoded: { status: 200, type: 'application/json; charset=UTF-8', body: answer.body },
    headers: {
      ...ROUNDCUBE_HEADERS,
      ...(answer.setCookie === undefined ? {} : { 'Set-Cookie': answer.setCookie }),
      [ANSWERED_BY]: 'postern',
    },
  }
}

/** A file of the skin: from memory once it has passed by. */
async function versionedFile(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
  name: string,
): Promise<GatewayResponse | undefined> {
  const { versionedFiles } = services
  const asset = versionedFiles.find(name)
  if (asset !== undefined) {
    context.trace.isAction('asset')
    ctx.set(ANSWERED_BY, 'postern')
    return { kind: 'asset', asset }
  }
  const answer = await proxyToWebmail(ctx, context, services, {
    responseHeaders: { [ANSWERED_BY]: 'roundcube; reason=not_hot' },
    copyBytes: MAX_FILE_BYTES,
  })
  if (answer !== undefined) await versionedFiles.keep(name, answer)
  return undefined
}

/** What Roundcube sets on every answer to somebody signed in. */
const ROUNDCUBE_HEADERS = {
  'Cache-Control': 'private, no-cache, no-store, must-revalidate, post-check=0, pre-check=0',
  Pragma: 'no-cache',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'sameorigin',
} as const

/** The body of a hot request; undefined for one that is left unread. Throws what breaks off with the client. */
async function formOf(ctx: Context, { receive }: RequestContext): Promise<Buffer | undefined> {
  if (ctx.method !== 'POST') return Buffer.alloc(0)
  const length = Number(ctx.get('content-length'))
  const isForm = ctx.is('application/x-www-form-urlencoded') !== false
  if (!isForm || !(length > 0) || length > MAX_FORM_BYTES || ctx.get('content-encoding') !== '') {
    return undefined
  }
  return receive((onBytes) => {
    ctx.req.on('data', (chunk: Buffer) => onBytes(chunk.length))
    return getRawBody(ctx.req, { limit: MAX_FORM_BYTES, length })
  })
}

interface PassedOn {
  readonly action: HotAction
  readonly reason: PassReason
  readonly lesson?: Lesson | undefined
  /** What was read of the request already. */
  readonly body?: Buffer
}

async function passOn(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
  { action, reason, lesson, body }: PassedOn,
): Promise<undefined> {
  services.countAccelerated(action, reason)
  const browser = browserOf(ctx, context)
  const answer = await forgetting(effectOf(ctx.method, context.query), browser, services, () =>
    proxyToWebmail(ctx, context, services, {
      ...(body === undefined || body.length === 0 ? {} : { body }),
      responseHeaders: { [ANSWERED_BY]: `roundcube; reason=${reason}` },
      copyBytes: MAX_LEARNED_BYTES,
    }),
  )
  if (answer === undefined) return
  await learnCookies(answer, browser, services)
  const text = lesson === undefined ? undefined : textOf(answer)
  if (lesson !== undefined && text !== undefined) {
    await services.accelerator?.learn(text, lesson, browser)
  }
}

/** What only Roundcube knows: its application page tells of folders, and its settings of how lists are written. */
async function passOther(
  ctx: Context,
  context: RequestContext,
  services: RequestServices,
  { isScript }: { readonly isScript: boolean },
): Promise<undefined> {
  const { accelerator } = services
  const { query } = context
  const isOfMail = ctx.method === 'GET' && (query.get('_task') ?? 'mail') === 'mail'
  const isPage = isScript && isOfMail && !query.has('_action')
  // A sign-in sets the cookie of a session, of which the address alone does not tell.
  const isSignIn = isScript && ctx.method === 'POST' && !query.has('_action')
  const browser = browserOf(ctx, context)
  const effect = isScript ? effectOf(ctx.method, query) : 'nothing'
  const answer = await forgetting(effect, browser, services, () =>
    proxyToWebmail(ctx, context, services, {
      responseHeaders: { [ANSWERED_BY]: 'roundcube; reason=not_hot' },
      ...(isPage || isSignIn ? { copyBytes: MAX_LEARNED_BYTES } : {}),
    }),
  )
  if (answer === undefined) return
  await learnCookies(answer, browser, services)
  const text = isPage ? textOf(answer) : undefined
  if (text !== undefined) await accelerator?.learnPage(text, browser)
}

async function learnCookies(
  { headers }: UpstreamAnswer,
  browser: ReturnType<typeof browserOf>,
  { accelerator }: RequestServices,
): Promise<void> {
  const lines = headers['set-cookie'] ?? []
  if (lines.length > 0) await accelerator?.learnCookies(lines, browser)
}

/**
 * Forgets what a request may change: before it, for who reads its answer and asks at once, and after it, for what was
 * learned from answers of before.
 */
async function forgetting<Result>(
  effect: ReturnType<typeof effectOf>,
  browser: ReturnType<typeof browserOf>,
  { accelerator }: RequestServices,
  pass: () => Promise<Result>,
): Promise<Result> {
  if (effect === 'nothing' || accelerator === undefined) return pass()
  await accelerator.forget(browser, effect)
  const result = await pass()
  await accelerator.forget(browser, effect)
  return result
}

function browserOf(ctx: Context, { clientIp }: RequestContext) {
  return { cookie: ctx.req.headers.cookie, clientIp }
}

/** The text of an answer; undefined for one that is no success, or not to be read. */
function textOf({ status, headers, body }: UpstreamAnswer): string | undefined {
  return status === 200 ? decodedBody(headers, body, MAX_LEARNED_BYTES)?.toString() : undefined
}
