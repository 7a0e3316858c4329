import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, Middleware, Next } from 'koa'

/**
 * Lets in who knows the token of dataDir/admin.json: as a bearer (the commands) or as the password of
 * any user name (a browser). Other users of the machine reach loopback too, and people's names are here.
 */
export function onlyAdmin(token: string): Middleware {
  return async function onlyAdmin(ctx: Context, next: Next) {
    // A page elsewhere could point its own name at this address (DNS rebinding): names are refused.
    if (ctx.host !== '' && !isLocalName(ctx.hostname)) {
      ctx.status = 421
      return
    }
    if (!isSame(presentedToken(ctx.get('authorization')), token)) {
      ctx.status = 401
      ctx.set('WWW-Authenticate', 'Basic realm="Postern", charset="UTF-8"')
      ctx.body = 'Sign in with any user name; the password is the token in admin.json of dataDir.\n'
      return
    }
    // A browser that remembers the password must not be led here by a page elsewhere.
    if (ctx.method === 'POST' && ctx.get('sec-fetch-site') !== '') {
      ctx.status = 403
      return
    }
    await next()
  }
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

function presentedToken(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
