import { createServer } from 'node:http'
import test from 'ava'
import Koa, { type Context } from 'koa'
import { request } from 'undici'
import { securityHeaders } from '../../../plugin/gate/cross-site.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { listen } from '../../proxy/upstream/recorder.ts'

test('every response carries the headers, an error too', async (t) => {
  const url = await startApp(t, (ctx) => {
    ctx.status = 503
    ctx.body = 'busy'
  })

  const { headers } = await request(url)

  t.regex(String(headers['content-security-policy']), /default-src 'self'.*trusted-types/)
  t.is(headers['x-content-type-options'], 'nosniff')
  t.is(headers['referrer-policy'], 'no-referrer')
  t.is(headers['cross-origin-resource-policy'], 'same-origin')
  t.is(headers['cache-control'], 'no-store')
  t.is(headers['x-frame-options'], 'SAMEORIGIN')
  t.regex(String(headers['permissions-policy']), /publickey-credentials-get=\(\)/)
})

test('a handler may give a document its own policy and caching', async (t) => {
  const url = await startApp(t, (ctx) => {
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    ctx.body = 'frame'
  })

  const { headers } = await request(url)

  t.is(headers['content-security-policy'], "default-src 'none'; sandbox")
  t.is(headers['cache-control'], 'public, max-age=31536000, immutable')
})

test('the page policy allows no inline script and no script of others', async (t) => {
  const url = await startApp(t, (ctx) => {
    ctx.body = 'page'
  })

  const policy = String((await request(url)).headers['content-security-policy'])

  t.false(/unsafe|\*|https?:/.test(policy))
})

function startApp(t: Teardown, handler: (ctx: Context) => void): Promise<string> {
  const app = new Koa()
  app.use(securityHeaders())
  app.use(handler)
  const response = app.callback()
  return listen(
    t,
    createServer((req, res) => void response(req, res)),
  )
}
