import type { IncomingMessage } from 'node:http'
import type { Context, Middleware, Next } from 'koa'
import { isOriginOfHost } from '../../proxy/upstream/origin-host.ts'
import { Refusal } from '../http/refusal.ts'

// What keeps pages of other sites out: headers of every response, and whose requests are taken.

/** Policy of our own pages: nothing from elsewhere, no inline script or style, no untyped markup sinks. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // Attached sound and video (plugin/web/views/viewer/media.tsx).
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Passkeys are requested by pages of ours that need one, and by nothing else (WebAuthn 5.9). */
const NO_PASSKEYS = 'publickey-credentials-create=(), publickey-credentials-get=()'
export const OWN_PASSKEYS = 'publickey-credentials-create=(self), publickey-credentials-get=(self)'

const HEADERS = Object.entries({
  'Content-Security-Policy': PAGE_POLICY,
  'Permissions-Policy': NO_PASSKEYS,
  'X-Content-Type-Options': 'nosniff',
  // The path carries the panel's segment: no other site may learn it.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'SAMEORIGIN',
})

/**
 * Sets the security headers before anything answers, so that errors and streams carry them too. A
 * handler may set a header again: the policy of a message frame, caching of a hashed file.
 */
export function securityHeaders(): Middleware {
  return async function securityHeaders(ctx: Context, next: Next) {
    for (const [name, value] of HEADERS) ctx.res.setHeader(name, value)
    await next()
  }
}

/**
 * What answers of an upstream get where it sets nothing itself. No page policy: the panel's pages are
 * not ours to restrict, and its own referrer check needs a same-origin Referer.
 */
export const upstreamResponseHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
} as const

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whose request it is: a page of ours or the user, or the panel's sign-in on another port. */
export type RequestSource = 'own' | 'panel-entry'

/**
 * Refuses a state-changing request that a page of another site made. A panel's sign-in on another port
 * of the same host arrives as a POST on the login address, because its 307 keeps the method (RFC
 * 9110 15.4.8); so might a forged one, so that `panel-entry` may only be sent on as a GET. An old client
 * that sends neither Sec-Fetch-Site nor Origin passes: the request token decides there. Throws
 * Refusal('origin_refused').
 */
export function checkOrigin(req: IncomingMessage): RequestSource {
  if (SAFE_METHODS.has(req.method ?? '')) return 'own'
  const { origin, host } = req.headers
  const site = req.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return 'own'
  if (site === undefined && (origin === undefined || isOriginOfHost(origin, host))) return 'own'
  const mayBePanel = site === 'same-site' || (site === undefined && isOfSameHostName(origin, host))
  if (mayBePanel && isLoginAddress(req)) return 'panel-entry'
  throw new Refusal('origin_refused')
}

function isLoginAddress(req: IncomingMessage): boolean {
  const query = new URL(req.url ?? '/', 'http://local').searchParams
  return query.get('login') === '1' && /^[0-9]{1,14}$/.test(query.get('post_login') ?? '')
}

/** `null` hides where a page is from, which a panel may do as well as anyone (Referrer-Policy no-referrer). */
function isOfSameHostName(origin: string | undefined, host: string | undefined): boolean {
  if (origin === 'null') return true
  if (origin === undefined || host === undefined) return false
  const requested = `http://${host}`
  if (!URL.canParse(origin) || !URL.canParse(requested)) return false
  return new URL(origin).hostname === new URL(requested).hostname
}
