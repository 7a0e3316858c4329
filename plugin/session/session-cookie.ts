import type { Context } from 'koa'
import type { Location } from '../gate/location.ts'

/** Where a browser keeps the session of one segment. */
export interface SessionCookie {
  readonly name: string
  readonly path: string
}

/** What a cookie is set with; whoever ends it must name the same path. */
interface CookieOptions {
  readonly isSecure: boolean
  /** Sessions of one browser under TLS; above it the oldest cookies go. */
  readonly maxPerBrowser: number
}

const PLAIN_NAME = 'postern_session'
const SECURE_NAME = '__Host-postern'
const OWN_NAMES = /(?:^|;)\s*(postern_session|__Host-postern(?:-[0-9]{10})?)(?==)/g

/**
 * Each segment of the panel has a cookie of its own, so that who signs in under another one, in another
 * tab, signs nobody out. `__Host-` keeps subdomains from planting one, and browsers take it under TLS only
 * and with the path `/`: there the segment stands in the name.
 */
export function sessionCookie(
  { mount, segment }: Pick<Location, 'mount' | 'segment'>,
  isSecure: boolean,
): SessionCookie {
  return isSecure
    ? { name: `${SECURE_NAME}-${segment.digits}`, path: '/' }
    : { name: PLAIN_NAME, path: mount }
}

/** The names of our cookies in a Cookie header, in its order: those made first come first (RFC 6265 5.4). */
export function sessionCookieNames(header: string | undefined): readonly string[] {
  return [...(header ?? '').matchAll(OWN_NAMES)].flatMap(([, name]) => name ?? [])
}

/** Sets the cookie; of those of other segments only the newest stay. */
export function setSessionCookie(
  ctx: Context,
  cookie: SessionCookie,
  sessionId: string,
  { isSecure, maxPerBrowser }: CookieOptions,
): void {
  ctx.cookies.set(cookie.name, sessionId, attributes(cookie.path, isSecure))
  if (!isSecure) return
  const others = sessionCookieNames(ctx.get('cookie')).filter((name) => name !== cookie.name)
  for (const name of others.slice(0, Math.max(0, others.length + 1 - maxPerBrowser))) {
    ctx.cookies.set(name, null, attributes('/', isSecure))
  }
}

/** Ends the cookie. */
export function endSessionCookie(
  ctx: Context,
  { name, path }: SessionCookie,
  isSecure: boolean,
): void {
  ctx.cookies.set(name, null, attributes(path, isSecure))
}

function attributes(path: string, secure: boolean) {
  return { path, secure, httpOnly: true, sameSite: 'lax', signed: false, overwrite: true } as const
}
