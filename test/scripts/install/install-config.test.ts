import test from 'ava'
import { parseConfig } from '../../../plugin/config/config.ts'
import { layoutAt } from '../../../scripts/install/machine/layout.ts'
import { firstConfig } from '../../../scripts/install/install-config.ts'

test('the first configuration believes the web server of this machine who its clients are', (t) => {
  const authUrl = 'http://127.0.0.1:8080/webmail-auth'

  const text = firstConfig(layoutAt(''), { panel: 'generic', authUrl })

  const { panel, listen } = parseConfig(JSON.parse(text), { NODE_ENV: 'production' })
  t.deepEqual(panel.trustedProxies, ['127.0.0.1'])
  t.like(listen, { host: '127.0.0.1' })
})

test('the first configuration for the shim believes no address that a client tells', (t) => {
  const text = firstConfig(layoutAt(''), { panel: 'cpanel', authUrl: undefined })

  t.deepEqual(parseConfig(JSON.parse(text)).panel.trustedProxies, [])
})
