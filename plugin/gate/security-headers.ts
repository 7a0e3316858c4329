import type { Context, Middleware, Next } from 'koa'

/** Policy of our own pages: nothing from elsewhere, no inline script or style, no untyped markup sinks. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Passkeys are asked for by pages of ours that need one, and by nothing else (WebAuthn 5.9). */
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
