import { isIP } from 'node:net'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Router from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { z } from 'zod'
import rawBody from 'raw-body'
import { jsonOf } from '../config/corrupt-file.ts'
import type { Administration } from './administration.ts'
import { TooComplex } from '../contacts/format/too-complex.ts'
import { adoptionBody, endedBody, type RoundcubeSessions } from './roundcube-sessions.ts'
import { onlyAdmin } from './authenticate.ts'
import { addStatusPage } from './status-routes.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'"

const listQuery = z.object({ limit: z.coerce.number().int().min(1).max(100_000).default(100_000) })
const userBody = z.strictObject({ user: z.string().min(1).max(320) })
const revokeBody = z.strictObject({ session: z.string().min(1).max(320) })

/**
 * The admin listener, never reachable from outside: health and metrics for machines, which name
 * no one; the status page and the commands of an administrator for those who know `token`.
 */
export function createAdminApp(administration: Administration, token: string): Koa {
  const router = new Router()
  const admin = onlyAdmin(token)

  router.get('/healthz', async (ctx) => {
    const { isDegraded, details } = await administration.health()
    ctx.body = { status: isDegraded ? 'degraded' : 'ok', ...details }
  })
  router.get('/readyz', async (ctx) => {
    const { isReady, backends, missing } = await administration.readiness()
    ctx.status = isReady ? 200 : 503
    ctx.body = { ready: isReady, missing, backends }
  })
  router.get('/metrics', async (ctx) => {
    const { type, body } = await administration.metrics()
    ctx.set('Content-Type', type)
    ctx.body = body
  })
  addStatusPage(router, administration, token)
  router.get('/sessions', admin, async (ctx) => {
    const query = listQuery.safeParse(ctx.query)
    if (query.success) ctx.body = await administration.sessions.list(query.data.limit)
    else ctx.status = 400
  })
  router.post('/sessions/revoke', admin, async (ctx) => {
    const body = revokeBody.safeParse(await readJsonBody(ctx.req))
    if (body.success) ctx.body = await administration.sessions.revoke(body.data.session, 'command')
    else ctx.status = 400
  })
  router.post('/sessions/retry', admin, async (ctx) => {
    ctx.body = { retried: await administration.retryDeadLetters() }
  })
  const { roundcubeSessions } = administration
  if (roundcubeSessions !== undefined) addRoundcubeSessions(router, admin, roundcubeSessions)
  router.post('/personal/export', admin, async (ctx) => {
    const body = userBody.safeParse(await readJsonBody(ctx.req))
    if (body.success) ctx.body = await administration.personal.export(body.data.user)
    else ctx.status = 400
  })
  router.post('/personal/import', admin, async (ctx) => {
    try {
      const report = await administration.personal.import(await readImportBody(ctx.req))
      if (report === undefined) ctx.status = 400
      else ctx.body = report
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error
      ctx.status = 413
    }
  })
  router.post('/personal/delete', admin, async (ctx) => {
    const body = userBody.safeParse(await readJsonBody(ctx.req))
    if (!body.success) {
      ctx.status = 400
      return
    }
    const { user } = body.data
    // First the sessions: an open page would write its settings again.
    const { revoked: ended, isComplete } = await administration.sessions.revoke(user, 'command')
    ctx.body = { removed: await administration.personal.remove(user), ended, isComplete }
  })
  router.post('/second-factor/remove', admin, async (ctx) => {
    const body = userBody.safeParse(await readJsonBody(ctx.req))
    if (body.success) ctx.body = await administration.removeSecondFactor(body.data.user)
    else ctx.status = 400
  })
  router.post('/keys/reseal', admin, async (ctx) => {
    ctx.body = await administration.reseal()
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
  // A page elsewhere could point its own name at this address (DNS rebinding): names are refused, on every path.
  app.use(async function onlyLocalNames(ctx: Context, next) {
    if (ctx.host !== '' && !isLocalName(ctx.hostname)) ctx.status = 421
    else await next()
  })
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}

function addRoundcubeSessions(
  router: Router,
  admin: Middleware,
  roundcubeSessions: RoundcubeSessions,
): void {
  router.post('/roundcube-sessions', admin, async (ctx) => {
    const body = adoptionBody.safeParse(await readJsonBody(ctx.req, MAX_ADOPTION_BYTES))
    if (body.success) ctx.body = await roundcubeSessions.adopt(body.data)
    else ctx.status = 400
  })
  router.post('/roundcube-sessions/ended', admin, async (ctx) => {
    const body = endedBody.safeParse(await readJsonBody(ctx.req, MAX_ADOPTION_BYTES))
    if (body.success) ctx.body = { ended: await roundcubeSessions.ended(body.data.ids) }
    else ctx.status = 400
  })
  router.get('/roundcube-sessions', admin, async (ctx) => {
    // Koa would report it as a fault that the other side closes it, which is how it ends.
    ctx.respond = false
    await sendChanges(ctx.res, roundcubeSessions)
  })
}

async function sendChanges(
  res: ServerResponse,
  roundcubeSessions: RoundcubeSessions,
): Promise<void> {
  const closed = new AbortController()
  res.once('close', () => closed.abort())
  res.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  try {
    for await (const change of roundcubeSessions.changes(closed.signal)) {
      const isTaken = res.write(`${JSON.stringify(change)}\n`)
      if (!isTaken) await once(res, 'drain', { signal: closed.signal })
    }
  } catch (error) {
    // No one reads it any more.
    if (!closed.signal.aborted) throw error
  } finally {
    // What is cut short is seen to be.
    res.destroy()
  }
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

const MAX_BODY_BYTES = 4_096
/** All that one user had in a Roundcube, as JSON: store/roundcube reads no more. */
const MAX_IMPORT_BYTES = 64 * 1024 * 1024

/** A hundred sessions of Roundcube, each with what it remembers of a message that is being written. */
const MAX_ADOPTION_BYTES = 128 * 1024 * 1024

/** The body as JSON; undefined when it is none. Rejects when it is larger than any command's. */
async function readJsonBody(req: IncomingMessage, limit = MAX_BODY_BYTES): Promise<unknown> {
  return jsonOf(await rawBody(req, { limit, encoding: 'utf8' }))
}

/** Not as text: it is read elsewhere than in the main thread. */
function readImportBody(req: IncomingMessage): Promise<Buffer> {
  return rawBody(req, { limit: MAX_IMPORT_BYTES })
}
