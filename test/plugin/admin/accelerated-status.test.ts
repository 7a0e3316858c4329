import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import registerTest, { type ExecutionContext, type TestFn } from 'ava'
import { readAdminEndpoint, type AdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { eventually } from '../../support/database/rows.ts'
import type { WebmailClient } from '../../support/http/webmail-client.ts'
import { temporaryDirectory, type Teardown } from '../../support/process/temporary-directory.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'
import { explained } from '../cli/explain/explained.ts'
import { basic } from '../metrics/metered-postern.ts'

type Site = Awaited<ReturnType<typeof startRoundcubeOnPostern>> & {
  readonly endpoint: AdminEndpoint
  readonly auditFile: string
}

const test = registerTest as TestFn<Site>

const health = z.object({ accelerated: z.object({ own: z.number(), requests: z.number() }) })

const ANSWERED_BY = 'x-postern-answered-by'
const KEEP_ALIVE = '?_task=mail&_action=keep-alive&_remote=1&_unlock=0'

// One Roundcube for all: each test has a user of its own.
const ends: Parameters<Teardown['teardown']>[0][] = []
test.before(async (t) => {
  const hook: Teardown = { teardown: (end) => void ends.unshift(end) }
  const auditFile = join(await temporaryDirectory(hook), 'audit.log')
  const site = await startRoundcubeOnPostern(hook, {
    mail: { users: 5 },
    accelerate: {},
    auditFile,
  })
  const endpoint = await readAdminEndpoint(site.postern().directory)
  if (endpoint === undefined) throw new Error('no private listener')
  t.context = { ...site, endpoint, auditFile }
})
test.after.always(async () => {
  for (const end of ends) await end()
})

test.serial(
  'an action that is switched off is left to Roundcube until it is switched on',
  async (t) => {
    const browser = await signedIn(t, 1)
    await eventually(
      () => answeredBy(browser),
      (by) => by === 'postern',
    )

    const off = await submit(t, 'switch', { action: 'keep-alive', to: 'off' })
    const whileOff = await answeredBy(browser)
    const on = await submit(t, 'switch', { action: 'keep-alive', to: 'on' })
    const whenOn = await answeredBy(browser)

    t.deepEqual([off, on], [303, 303])
    t.is(whileOff, 'roundcube; reason=switched_off')
    t.is(whenOn, 'postern')
    const lines = await auditLines(t, (line) => line.includes('"action":"keep-alive"'))
    t.regex(lines[0] ?? '', /"audit":"action-off","result":"done".*"how":"status-page"/)
    t.regex(lines[1] ?? '', /"audit":"action-on"/)
  },
)

test.serial('the sessions of a user are found, ended and audited', async (t) => {
  const user = t.context.dovecot.userName(2)
  const browser = await signedIn(t, 2)

  const isFound = (html: string) => html.includes('End this session')
  const found = await eventually(() => page(t, `?user=${encodeURIComponent(user)}`), isFound)
  const status = await submit(t, 'end-sessions', { user })
  const afterwards = await page(t, `?user=${encodeURIComponent(user)}`)
  const response = await browser.get(KEEP_ALIVE)

  t.true(isFound(found))
  t.is(status, 303)
  t.true(afterwards.includes('No sessions.'))
  t.regex(response.text, /this\.session_error/)
  const [line] = await auditLines(t, (each) => each.includes('"revoked"'))
  t.regex(line ?? '', new RegExp(`"user":"${user}","ip":"admin","how":"status-page"`))
})

for (const [name, fields, headers] of [
  ['without the token of the page', { token: '' }, {}],
  ['from a page elsewhere', {}, { 'sec-fetch-site': 'cross-site' }],
  ['from a neighbouring site', {}, { 'sec-fetch-site': 'same-site' }],
] as const) {
  test.serial(`a form that is sent ${name} does nothing`, async (t) => {
    const browser = await signedIn(t, 3)

    const status = await submit(
      t,
      'end-sessions',
      { user: t.context.dovecot.userName(3), ...fields },
      headers,
    )

    t.is(status, 403)
    t.is((await browser.get(KEEP_ALIVE)).status, 200)
  })
}

test.serial('a form of the page is nothing without the password of the page', async (t) => {
  const { endpoint } = t.context

  const { status } = await fetch(`${endpoint.address}/status/switch`, {
    method: 'POST',
    body: new URLSearchParams({ token: await tokenOf(t), action: 'list', to: 'off' }),
  })

  t.is(status, 401)
})

test.serial('what Roundcube refuses is explained by its request id', async (t) => {
  const browser = await signedIn(t, 4)

  const refused = await browser.post('?_task=mail&_action=refresh', { _remote: '1', _token: 'x' })
  const id = refused.headers.get('x-request-id') ?? ''
  const reported = await explained(t.context.postern(), id, /^Roundcube answered .* status 403$/)

  t.is(refused.status, 403)
  t.is(reported?.outcome, 'request refused (by Roundcube, status 403)')
  t.is(reported?.causes.length, 1)
})

test.serial(
  'health reports how many hot requests were answered here, and why not the others',
  async (t) => {
    const browser = await signedIn(t, 5)
    await eventually(
      () => answeredBy(browser),
      (by) => by === 'postern',
    )

    const response = await fetch(`${t.context.endpoint.address}/healthz`)

    const { accelerated } = health.parse(await response.json())
    t.true(accelerated.own > 0)
    t.true(accelerated.requests >= accelerated.own)
  },
)

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test.serial(`the page fits ${width} pixels, ${colorScheme}`, async (t) => {
      const { endpoint, dovecot } = t.context
      await signedIn(t, 5)
      const browser = await launchChromium()
      t.teardown(() => browser.close())
      const context = await openContext(browser, {
        viewport: { width, height: 900 },
        colorScheme,
        httpCredentials: { username: 'admin', password: endpoint.token },
      })
      const tab = await context.newPage()
      const complaints: string[] = []
      tab.on('console', (message) => complaints.push(message.text()))

      await tab.goto(`${endpoint.address}/?user=${encodeURIComponent(dovecot.userName(5))}`)
      const needed = await tab.evaluate(() => document.documentElement.scrollWidth)
      await takePicture(tab, `status-${width}-${colorScheme}`)
      await tab.getByRole('button', { name: 'Switch off: Refresh' }).click()
      const state = await tab.getByRole('button', { name: 'Switch on: Refresh' }).isVisible()
      await tab.getByRole('button', { name: 'Switch on: Refresh' }).click()

      t.true(needed <= width)
      t.true(state)
      t.deepEqual(complaints, [])
    })
  }
}

/** Where someone wants to look at it (CONTRIBUTING.md). */
async function takePicture(tab: Page, name: string): Promise<void> {
  const directory = process.env['LAYOUT_SHOTS']
  if (directory === undefined) return
  await tab.screenshot({ path: join(directory, `${name}.png`), fullPage: true })
}

async function signedIn(t: ExecutionContext<Site>, number: number): Promise<WebmailClient> {
  const { dovecot, acceleratedBrowser } = t.context
  const browser = acceleratedBrowser()
  await browser.signIn(dovecot.userName(number), dovecot.password)
  return browser
}

async function answeredBy(browser: WebmailClient): Promise<string | null> {
  return (await browser.get(KEEP_ALIVE)).headers.get(ANSWERED_BY)
}

async function page(t: ExecutionContext<Site>, query = ''): Promise<string> {
  const { endpoint } = t.context
  const response = await fetch(`${endpoint.address}/${query}`, { headers: basic(endpoint) })
  return response.text()
}

/** The proof that a form came from the page. */
async function tokenOf(t: ExecutionContext<Site>): Promise<string> {
  return /name="token" value="([\w-]+)"/.exec(await page(t))?.[1] ?? 'none'
}

async function submit(
  t: ExecutionContext<Site>,
  form: 'switch' | 'end-sessions',
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { endpoint } = t.context
  const { status } = await fetch(`${endpoint.address}/status/${form}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...basic(endpoint), ...headers },
    body: new URLSearchParams({ token: await tokenOf(t), ...fields }),
  })
  return status
}

function auditLines(
  t: ExecutionContext<Site>,
  isMeant: (line: string) => boolean,
): Promise<readonly string[]> {
  const read = async () => {
    const text = await readFile(t.context.auditFile, 'utf8')
    return text.split('\n').filter(isMeant)
  }
  return eventually(read, (lines) => lines.length > 0)
}
