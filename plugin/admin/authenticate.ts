import type { Context, Middleware, Next } from 'koa'
import { isSameSecret } from '../http/same-secret.ts'

/**
 * Commands: lets in who knows the token of dataDir/admin.json: as a bearer (the commands) or as the password of
 * any user name (a browser). Other users of the machine reach loopback too, and users' names are here.
 */
export function onlyAdmin(token: string): Middleware {
  const authenticated = authenticate(token)
  return async function onlyAdmin(ctx: Context, next: Next) {
    await authenticated(ctx, async () => {
      // A browser that remembers the password must not be led here by a page elsewhere.
      if (ctx.method === 'POST' && ctx.get('sec-fetch-site') !== '') ctx.status = 403
      else await next()
    })
  }
}

/** Lets in whom `onlyAdmin` does, also from a page of a browser: the page has to prove itself then. */
export function authenticate(token: string) {
  return async function authenticate(ctx: Context, next: Next): Promise<void> {
    if (!isSameSecret(presentedToken(ctx.get('authorization')), token)) {
      ctx.status = 401
      ctx.set('WWW-Authenticate', 'Basic realm="Postern", charset="UTF-8"')
      ctx.body = 'Sign in with any user name; the password is the token in admin.json of dataDir.\n'
      return
    }
    await next()
  }
}

function presentedToken(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}
