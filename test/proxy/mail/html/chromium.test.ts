import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { errors, type Browser, type Page } from 'playwright-core'
import { frameDocument } from '../../../../proxy/mail/html/frame-document.ts'
import { framePolicy } from '../../../../proxy/mail/html/frame-policy.ts'
import { launchChromium, openContext } from '../../../support/chromium.ts'
import { portOf } from '../../../support/http/port-of.ts'
import { makeDirectory, removeDirectory } from '../../../support/process/temporary-directory.ts'
import { mailWithScripts, SINK, trackingMail } from './hostile-mail.ts'

/** One browser, and one host of the sender's that counts who asks. */
interface Stage {
  readonly browser: Browser
  readonly sink: Server
  readonly sinkUrl: string
  readonly requested: string[]
}

/** How a body is shown: which document, under which policy and sandbox. */
interface Showing {
  readonly document: (html: string) => Promise<string>
  readonly policy: string | undefined
  readonly sandbox: string | undefined
}

const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
const SILENCE_MS = 10_000
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let stage: Stage

test.before(async () => {
  const requested: string[] = []
  const sink = createSecureServer(await makeCertificate(), (request, response) => {
    requested.push(request.url ?? '')
    response.setHeader('content-type', 'image/gif').end(PIXEL)
  })
  const sinkUrl = `https://127.0.0.1:${await listen(sink)}`
  stage = { browser: await launchChromium(), sink, sinkUrl, requested }
})

test.beforeEach(() => {
  stage.requested.length = 0
})

test.after.always(async () => {
  await stage.browser.close()
  stage.sink.closeAllConnections()
  stage.sink.close()
})

const unguarded: Showing = { document: async (html) => html, policy: undefined, sandbox: undefined }
const raw: Showing = {
  document: async (html) => html,
  policy: framePolicy({ showRemoteContent: false }),
  sandbox: SANDBOX,
}
const filtered: Showing = {
  document: (html) => filteredDocument(html, false),
  policy: undefined,
  sandbox: undefined,
}
const asServed: Showing = { ...raw, document: filtered.document }

test.serial('without any layer the hostile mail runs script, so the test can see it', async (t) => {
  const scripts = await show(mailWithScripts, unguarded, scriptsRun)

  t.true(scripts > 10)
})

test.serial('without any layer the tracking mail is heard, so the test can see it', async (t) => {
  await show(trackingMail, unguarded, scriptsRun)

  t.true(stage.requested.length > 10)
})

test.serial('the filter alone stops every script', async (t) => {
  t.is(await show(mailWithScripts, filtered, scriptsRun), 0)
})

test.serial('the policy alone stops every script of raw mail', async (t) => {
  t.is(await show(mailWithScripts, raw, scriptsRun), 0)
})

test.serial('the filter alone lets no request out while images are blocked', async (t) => {
  await show(trackingMail, filtered, scriptsRun)

  t.deepEqual(stage.requested, [])
})

test.serial(
  'the policy alone lets no request of raw mail out while images are blocked',
  async (t) => {
    await show(trackingMail, raw, scriptsRun)

    t.deepEqual(stage.requested, [])
  },
)

test.serial('both layers together show the mail and let nothing out', async (t) => {
  const scripts = await show([...mailWithScripts, ...trackingMail], asServed, scriptsRun)

  t.is(scripts, 0)
  t.deepEqual(stage.requested, [])
})

test.serial('with images shown only images are requested', async (t) => {
  const withImages = {
    document: (html: string) => filteredDocument(html, true),
    policy: framePolicy({ showRemoteContent: true }),
    sandbox: SANDBOX,
  }

  await show(trackingMail, withImages, scriptsRun)

  t.deepEqual([...new Set(stage.requested)].sort(), [
    '/background',
    '/base',
    '/img',
    '/relative',
    '/table',
    '/td',
  ])
})

test.serial('an inline picture is shown in the sandbox', async (t) => {
  const picture = `<img width=100 src="data:image/gif;base64,${PIXEL.toString('base64')}">`
  const withoutImages = { ...asServed, policy: "default-src 'none'; sandbox" }

  const shown = await show([picture], asServed, screenshot)
  const blocked = await show([picture], withoutImages, screenshot)

  t.false(shown.equals(blocked))
})

test.serial('the frame of a mail has its colours, and its links jump within it', async (t) => {
  const mail =
    '<style>p{color:#00f}</style><body text="#fff" bgcolor="#123" link="#ff0">x<p>y</p>' +
    '<a href="#end">down</a><div style="height:3000px"></div><a name=end>end</a>'

  const seen = await show([mail], asServed, async (page) => {
    const frame = page.frames()[1] ?? page.mainFrame()
    const styleOf = (selector: string, property: 'color' | 'backgroundColor') =>
      frame
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property)
    const colours = [
      await styleOf('body', 'color'),
      await styleOf('body', 'backgroundColor'),
      await styleOf('a', 'color'),
      await styleOf('p', 'color'),
    ]
    await frame.locator('a').first().click()
    await frame.waitForFunction(() => scrollY > 0)
    return colours
  })

  t.deepEqual(seen, ['rgb(255, 255, 255)', 'rgb(17, 34, 51)', 'rgb(255, 255, 0)', 'rgb(0, 0, 255)'])
})

function filteredDocument(html: string, showRemoteContent: boolean): Promise<string> {
  const { signal } = new AbortController()
  return frameDocument({ html, inlineImages: new Map(), showRemoteContent }, signal)
}

/** Shows every body in a frame of its own, waits until the net is silent, and looks at the page. */
async function show<Seen>(
  bodies: readonly string[],
  { document, policy, sandbox }: Showing,
  look: (page: Page) => Promise<Seen>,
): Promise<Seen> {
  const { browser, sinkUrl } = stage
  const documents = await Promise.all(
    bodies.map((html) =>
      document(html.replaceAll(SINK.slice('https:'.length), sinkUrl.slice('https:'.length))),
    ),
  )
  const server = createServer(serveFrames(documents, { policy, sandbox }))
  const port = await listen(server)
  const context = await openContext(browser, { ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await netSilent(page)
    return await look(page)
  } finally {
    await context.close()
    server.closeAllConnections()
    server.close()
  }
}

/**
 * What is requested after the load is requested by then. Playwright can miss the end of a request that was
 * blocked in a sandboxed frame, and would wait for it for ever.
 */
async function netSilent(page: Page): Promise<void> {
  try {
    await page.waitForLoadState('networkidle', { timeout: SILENCE_MS })
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
  }
}

/** How many messages the scripts of the frames sent to the page around them. */
async function scriptsRun(page: Page): Promise<number> {
  return Number(await page.locator('output').textContent())
}

async function screenshot(page: Page): Promise<Buffer> {
  return page.locator('iframe').screenshot()
}

/** The page counts what its frames post; each frame is served as the application serves it. */
function serveFrames(
  documents: readonly string[],
  { policy, sandbox }: Pick<Showing, 'policy' | 'sandbox'>,
): RequestListener {
  const attribute = sandbox === undefined ? '' : ` sandbox="${sandbox}"`
  const frames = documents.map((_, index) => `<iframe src="/${index}"${attribute}></iframe>`)
  const page = `<!doctype html><output>0</output><script>
    addEventListener('message', () => { const o = document.querySelector('output'); o.value = Number(o.value) + 1 })
    </script>${frames.join('')}`
  return ({ url = '/' }, response) => {
    const document = documents[Number(url.slice(1) || 'NaN')]
    if (url !== '/' && document === undefined) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (url !== '/' && policy !== undefined) response.setHeader('content-security-policy', policy)
    response.end(document ?? page)
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  return portOf(server)
}

async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const directory = await makeDirectory('certificate')
  try {
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=sink',
    ]
    await promisify(execFile)('openssl', [...request, '-keyout', key, '-out', cert])
    return { key: await readFile(key), cert: await readFile(cert) }
  } finally {
    await removeDirectory(directory)
  }
}
