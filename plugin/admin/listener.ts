import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import { z } from 'zod'
import type { Administration } from './administration.ts'
import { onlyAdmin } from './only-admin.ts'
import { renderStatusPage } from './status/page.ts'
import { statusStyle } from './status/style.ts'
import { readJsonBody } from './read-json-body.ts'

const PAGE_POLICY = "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'"

const listQuery = z.object({ limit: z.coerce.number().int().min(1).max(100_000).default(100_000) })
const revokeBody = z.strictObject({ session: z.string().min(1).max(320) })

/**
 * The admin listener, never reachable from outside: health and metrics for machines, which name
 * nobody; the status page and the commands of an administrator for those who know `token`.
 */
export function createAdminApp(administration: Administration, token: string): Koa {
  const router = new Router()
  const admin = onlyAdmin(token)

  router.get('/healthz', async (ctx) => {
    const { isDegraded, details } = await administration.health()
    ctx.body = { status: isDegraded ? 'degraded' : 'ok', ...details }
  })
  router.get('/readyz', async (ctx) => {
    const { isReady } = await administration.health()
    ctx.status = isReady ? 200 : 503
    ctx.body = { ready: isReady }
  })
  router.get('/metrics', async (ctx) => {
    const { type, body } = await administration.metrics()
    ctx.set('Content-Type', type)
    ctx.body = body
  })
  router.get('/', admin, async (ctx) => {
    ctx.type = 'html'
    ctx.body = renderStatusPage(await administration.status())
  })
  router.get('/status.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = statusStyle
  })
  router.get('/sessions', admin, async (ctx) => {
    const query = listQuery.safeParse(ctx.query)
    if (query.success) ctx.body = await administration.sessions.list(query.data.limit)
    else ctx.status = 400
  })
  router.post('/sessions/revoke', admin, async (ctx) => {
    const body = revokeBody.safeParse(await readJsonBody(ctx.req))
    if (body.success) ctx.body = await administration.sessions.revoke(body.data.session)
    else ctx.status = 400
  })
  router.post('/sessions/retry', admin, async (ctx) => {
    ctx.body = { retried: await administration.retryDeadLetters() }
  })
  router.post('/keys/reload', admin, async (ctx) => {
    ctx.body = { newest: await administration.reloadKeys() }
  })

  const app = new Koa()
  app.use(async function adminHeaders(ctx: Context, next) {
    ctx.set({
      'Content-Security-Policy': PAGE_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    await next()
  })
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
