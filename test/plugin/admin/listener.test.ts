import { request } from 'node:http'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { eventually } from '../../support/database/rows.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { basic, sharedMeteredPostern, signedIn } from '../metrics/metered-postern.ts'

// Every request is slow here, so that the status page has something to tell.
const metered = sharedMeteredPostern({ tuning: { log: { slowMs: 1 } } })

test('the file with the token is for the service alone', async (t) => {
  const { postern } = metered()

  const { mode } = await stat(join(postern.directory, 'admin.json'))

  t.is(mode & 0o777, 0o600)
})

for (const path of ['/', '/sessions']) {
  test(`${path} names no one without the token`, async (t) => {
    await signedIn(metered(), 1)

    const response = await fetch(metered().endpoint.address + path)
    const text = await response.text()

    t.is(response.status, 401)
    t.false(text.includes('user0001'))
  })
}

for (const path of ['/sessions/revoke', '/sessions/retry', '/keys/reload']) {
  test(`POST ${path} does nothing without the token`, async (t) => {
    const { endpoint } = metered()

    const { status } = await fetch(endpoint.address + path, { method: 'POST' })

    t.is(status, 401)
  })

  test(`POST ${path} does nothing for a page in a browser that knows the password`, async (t) => {
    const { endpoint } = metered()

    const { status } = await fetch(endpoint.address + path, {
      method: 'POST',
      headers: { ...basic(endpoint), 'sec-fetch-site': 'cross-site' },
    })

    t.is(status, 403)
  })
}

for (const path of ['/', '/healthz', '/readyz', '/metrics', '/status.css', '/nothing']) {
  test(`a name that merely resolves to this address is refused (DNS rebinding): ${path}`, async (t) => {
    const { endpoint } = metered()
    const { hostname, port } = new URL(endpoint.address)

    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...basic(endpoint), host: 'evil.example' }
      const options = { hostname, port, path, headers }
      const requesting = request(options, ({ statusCode }) => resolve(statusCode))
      requesting.on('error', reject)
      requesting.end()
    })

    t.is(status, 421)
  })
}

test('health and readiness are for everybody on the machine and name no one', async (t) => {
  await signedIn(metered(), 1)

  const health = await (await fetch(`${metered().endpoint.address}/healthz`)).text()
  const ready = await fetch(`${metered().endpoint.address}/readyz`)

  t.regex(health, /^\{"status":"ok"/)
  t.false(health.includes('user0001'))
  t.is(ready.status, 200)
})

test('the status page shows who is signed in, the backends and what failed', async (t) => {
  await signedIn(metered(), 1)

  const imapIsUp = '<b>IMAP</b></td><td data-name="State"><span class="state up">up'
  const { status, html } = await eventually(
    async () => {
      const response = await fetch(metered().endpoint.address, {
        headers: basic(metered().endpoint),
      })
      return { status: response.status, html: await response.text() }
    },
    (page) => page.html.includes(imapIsUp),
  )

  t.is(status, 200)
  t.regex(html, /<b>user0001@example\.test<\/b>/)
  t.true(html.includes(imapIsUp))
  t.regex(html, /<b>SMTP<\/b><\/td><td data-name="State"><span class="state down">down/)
  t.regex(html, /<ol class="failures"><li>/)
  t.notRegex(html, /<script/)
})

test('the status page shows no session id, not even a part of one', async (t) => {
  const client = await signedIn(metered(), 2)
  const id = client.cookies.get('postern_session') ?? ''

  const html = await (
    await fetch(metered().endpoint.address, { headers: basic(metered().endpoint) })
  ).text()

  t.regex(id, /^[0-9a-f]{32}$/)
  t.false(html.includes(id.slice(0, 8)))
})

test('the status page obeys its own policy and fits a phone', async (t) => {
  await signedIn(metered(), 1)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const context = await openContext(browser, {
    viewport: { width: 360, height: 740 },
    httpCredentials: { username: 'admin', password: metered().endpoint.token },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))

  await page.goto(metered().endpoint.address)
  const { shown, width } = await page.evaluate(() => ({
    shown: document.styleSheets.length,
    width: document.documentElement.scrollWidth,
  }))

  t.deepEqual(complaints, [])
  t.is(shown, 1)
  t.true(width <= 360)
})

test('without an admin listener there is no endpoint file', async (t) => {
  const postern = await startPostern({ t, config: { private: null } })

  t.is(await readAdminEndpoint(postern.directory), undefined)
})
