import { createServer } from 'node:http'
import test from 'ava'
import { portOf } from '../../support/http/port-of.ts'
import { startPostern } from '../../support/postern/postern.ts'

test('requests that are passed to the panel leave no warning of Node', async (t) => {
  const panel = createServer((request, response) => {
    request.resume().once('end', () => response.end('of the panel'.repeat(10_000)))
  })
  panel.listen(0, '127.0.0.1')
  t.teardown(() => panel.close())
  const upstream = `http://127.0.0.1:${await portOf(panel)}`
  const postern = await startPostern({ t, config: { panel: { upstream } } })

  for (let n = 0; n < 20; n += 1) {
    const init = n % 2 === 0 ? {} : { method: 'POST', body: 'x'.repeat(100_000) }
    const response = await fetch(`${postern.url}/elsewhere`, init)
    t.is((await response.text()).length, 120_000)
  }

  t.is(await postern.end(), 0)
  t.notRegex(postern.output.text(), /Warning/)
})
