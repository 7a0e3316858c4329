import test from 'ava'
import { parseConfig } from '../../../plugin/config/config.ts'
import { openPanel } from '../../../plugin/panel/open-panel.ts'

const services = {
  hmacKey: Buffer.alloc(32),
  isProduction: false,
  now: Date.now,
  log: { warn: () => undefined },
}

test('the configured adapter is opened', async (t) => {
  const plain = parseConfig({ panel: { adapter: 'static', homePath: '/login/' } })
  const request = parseConfig({
    panel: { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/auth' } },
  })

  const one = openPanel({ config: plain.panel, ...services })
  const two = openPanel({ config: request.panel, ...services })
  t.teardown(() => two.close())

  t.deepEqual([one.name, one.homePath], ['static', '/login/'])
  t.deepEqual([two.name, two.homePath], ['http', undefined])
})

test('an open static panel is not opened in production', (t) => {
  const config = parseConfig({ panel: { static: { open: true } } })

  t.throws(() => openPanel({ config: config.panel, ...services, isProduction: true }))
})

test('the shim is opened behind a Unix socket', async (t) => {
  const config = parseConfig({ listen: { unix: '/run/x.sock' }, panel: { adapter: 'shim' } })

  t.is(openPanel({ config: config.panel, ...services }).name, 'shim')
})

test('the adapter of session files is opened', async (t) => {
  const config = parseConfig({ panel: { adapter: 'cpanel' } })
  const panel = openPanel({ config: config.panel, ...services })
  t.teardown(() => panel.close())

  t.is(panel.name, 'cpanel')
})

test('a master user without a password is a fault of the configuration', (t) => {
  const config = parseConfig({ panel: { master: { user: 'postern' } } })

  t.throws(() => openPanel({ config: config.panel, ...services }), { message: /imap-master/ })
})
