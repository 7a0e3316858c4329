import type { Context } from 'koa'
import type { UpstreamResponse } from '../../../proxy/upstream/upstream.ts'
import type { Lesson, PassReason } from '../../accelerator/request/response.ts'
import {
  effectOf,
  hotActionOf,
  type AcceleratedAction,
} from '../../accelerator/request/hot-request.ts'
import { mayChangeSignIn } from '../../accelerator/sign-in/sign-in-changes.ts'
import { isSignInAddress } from '../../accelerator/sign-in/sign-in-form.ts'
import type { Location } from '../../gate/location.ts'
import { during } from '../../http/request-trace.ts'
import { decodedBody } from '../../http/decoded-body.ts'
import { MAX_FILE_BYTES, versionedName } from '../../http/assets/versioned-files.ts'
import type { Principal } from '../../panel/adapter/panel.ts'
import type { RequestContext } from '../../request/trusted-request.ts'
import type { RequestServices } from '../../request/services.ts'
import type { GatewayResponse } from '../../response/respond.ts'
import { ANSWERED_BY } from './answered-by.ts'
import { handleAcceleratedSignIn } from './accelerated-sign-in.ts'
import { proxyToWebmail } from './reverse-proxy.ts'
import { readSmallForm } from './small-form.ts'

/** A page of Roundcube, or a list of 500 rows. */
const MAX_LEARNED_BYTES = 2_097_152

/**
 * Accelerate mode: a request that Postern can answer as Roundcube would is answered here, everything else goes to
 * Roundcube, whose responses are learned from on their way.
 */
export async function handleAccelerated(
  ctx: Context,
  { file, mount, principal }: Location & { readonly principal: Principal },
  context: RequestContext,
  services: RequestServices,
): Promise<GatewayResponse | undefined> {
  const { accelerator, countAccelerated } = services
  if (file === 'script' && isSignInAddress(ctx.method, context.query)) {
    const request = { ctx, principal, context, mount }
    return handleAcceleratedSignIn(request, services, (how) =>
      passOn(ctx, context, services, { action: 'sign-in', ...how }),
    )
  }
  const action = file === 'script' ? hotActionOf(ctx.method, context.query) : undefined
  if (typeof file === 'object' && 'other' in file && ctx.method === 'GET') {
    const name = versionedName(file.other, context.query)
    if (name !== undefined) return versionedFile(ctx, context, services, name)
  }
  if (action === undefined) {
    return passOther(ctx, context, services, { isScript: file === 'script' })
  }
  const pass = async (how: Omit<PassedOn, 'action'>): Promise<undefined> => {
    await passOn(ctx, context, services, { action, ...how })
  }
  if (accelerator === undefined) return pass({ reason: 'switched_off' })
  const body = await readSmallForm(ctx, context)
  if (body === undefined) return pass({ reason: 'not_understood' })
  context.trace.enter('own')
  const response = await during(context.trace, 'imap', () =>
    accelerator.handle({
      action,
      query: context.query,
      form: new URLSearchParams(body.toString()),
      cookie: ctx.req.headers.cookie,
      token: ctx.get('x-roundcube-request'),
      clientIp: context.clientIp,
      signal: context.signal,
    }),
  )
  if (response.kind === 'passed-on') return pass({ ...response, body })
  countAccelerated(action, 'postern')
  context.trace.isAction(action)
  return {
    kind: 'encoded',
    encoded: { status: 200, type: 'application/json; charset=UTF-8', body: response.body },
    headers: {
      ...ROUNDCUBE_HEADERS,
      ...(response.setCookie === undefined ? {} : { 'Set-Cookie': response.setCookie }),
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
  const response = await proxyToWebmail(ctx, context, services, {
    responseHeaders: { [ANSWERED_BY]: 'roundcube; reason=not_hot' },
    copyBytes: MAX_FILE_BYTES,
  })
  if (response !== undefined) await versionedFiles.keep(name, response)
  return undefined
}

/** What Roundcube sets on every response to a user signed in. */
const ROUNDCUBE_HEADERS = {
  'Cache-Control': 'private, no-cache, no-store, must-revalidate, post-check=0, pre-check=0',
  Pragma: 'no-cache',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'sameorigin',
} as const

interface PassedOn {
  readonly action: AcceleratedAction
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
): Promise<UpstreamResponse | undefined> {
  services.countAccelerated(action, reason)
  const browser = browserOf(ctx, context)
  const response = await forgetting(effectOf(ctx.method, context.query), browser, services, () =>
    proxyToWebmail(ctx, context, services, {
      ...(body === undefined || body.length === 0 ? {} : { body }),
      responseHeaders: { [ANSWERED_BY]: `roundcube; reason=${reason}` },
      copyBytes: MAX_LEARNED_BYTES,
    }),
  )
  if (response === undefined) return undefined
  await learnCookies(response, browser, services)
  const text = lesson === undefined ? undefined : textOf(response)
  if (lesson !== undefined && text !== undefined) {
    await services.accelerator?.learn(text, lesson, browser)
  }
  return response
}

/** What only Roundcube knows: its application page reports folders, and its settings of how lists are written. */
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
  // A sign-in sets the cookie of a session, of which the address alone does not always tell.
  const isSignIn = isScript && ctx.method === 'POST' && !query.has('_action')
  const changesSignIn = isScript && mayChangeSignIn(ctx.method, query)
  if (changesSignIn) await services.signIns?.forget(ctx.req.headers.cookie)
  const browser = browserOf(ctx, context)
  const effect = isScript ? effectOf(ctx.method, query) : 'nothing'
  const response = await forgetting(effect, browser, services, () =>
    proxyToWebmail(ctx, context, services, {
      responseHeaders: { [ANSWERED_BY]: 'roundcube; reason=not_hot' },
      ...(isPage || isSignIn ? { copyBytes: MAX_LEARNED_BYTES } : {}),
    }),
  )
  if (changesSignIn) await services.signIns?.forget(ctx.req.headers.cookie)
  if (response === undefined) return
  await learnCookies(response, browser, services)
  const text = isPage ? textOf(response) : undefined
  if (text === undefined) return
  await services.signIns?.noteFirstPage(ctx.req.headers.cookie, text)
  await accelerator?.learnPage(text, browser)
}

async function learnCookies(
  { headers }: UpstreamResponse,
  browser: ReturnType<typeof browserOf>,
  { accelerator }: RequestServices,
): Promise<void> {
  const lines = headers['set-cookie'] ?? []
  if (lines.length > 0) await accelerator?.learnCookies(lines, browser)
}

/**
 * Forgets what a request may change: before it, for who reads its response and asks at once, and after it, for what was
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

/** The text of a response; undefined for one that is no success, or not to be read. */
function textOf({ status, headers, body }: UpstreamResponse): string | undefined {
  return status === 200 ? decodedBody(headers, body, MAX_LEARNED_BYTES)?.toString() : undefined
}
