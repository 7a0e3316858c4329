import test from 'ava'
import nock from 'nock'
import { request } from 'undici'
import { startProxyServer } from './upstream-server.ts'

// Faults of a network that a server on the loopback cannot be made to show.
for (const code of [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPROTO',
]) {
  test.serial(`${code} is a fault, and nothing of a response was written`, async (t) => {
    nock('http://panel.test')
      .get('/a')
      .replyWithError(Object.assign(new Error(code), { code }))
    t.teardown(() => nock.cleanAll())
    const proxyServer = await startProxyServer(t, { target: 'http://panel.test' })

    const response = await request(`${proxyServer.url}/a`)

    t.is(response.statusCode, 502)
    t.is(await response.body.text(), 'unreachable')
  })
}
