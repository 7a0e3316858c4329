import Router from '@koa/router'
import Koa from 'koa'

/** What the private listener tells. */
export interface Health {
  /** False while starting or draining: a load balancer sends nothing more. */
  readonly isReady: boolean
  /** True when a backend is down and Postern serves without it. */
  readonly isDegraded: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** Health for the machine's own eyes, never on the public listener: /healthz is liveness, /readyz is readiness. */
export function createPrivateApp(health: () => Promise<Health>): Koa {
  const router = new Router()
  router.get('/healthz', async (ctx) => {
    const { isDegraded, details } = await health()
    ctx.body = { status: isDegraded ? 'degraded' : 'ok', ...details }
  })
  router.get('/readyz', async (ctx) => {
    const { isReady } = await health()
    ctx.status = isReady ? 200 : 503
    ctx.body = { ready: isReady }
  })
  const app = new Koa()
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
