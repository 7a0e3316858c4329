import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { TestFn } from 'ava'
import { errors, type Browser, type Page } from 'playwright-core'
import { frameWithImages, frameWithoutImages } from '../../../plugin/http/assets/message-frame.ts'
import type { DarkColors, fillFrame } from '../../../plugin/web/mail-html-part.ts'
import { launchChromium, openContext } from '../chromium.ts'
import { portOf } from '../http/port-of.ts'

/** How bodies are shown. */
export interface Showing {
  readonly showsRemote?: boolean
  /** False: the frames have no policy and no sandbox, so that the sanitizer is alone. */
  readonly hasPolicy?: boolean
  /** False: the body is what the server of the frame answers, as its sender wrote it, so that the policy is alone. */
  readonly isSanitized?: boolean
  /** Colours of a dark page. */
  readonly dark?: DarkColors
}

/** Opens a page with a frame for each body; the frames are those of the application, filled by its code. */
export type ShowBodies = (
  bodies: readonly string[],
  showing?: Showing,
  /** Called before anything is loaded. */
  prepare?: (page: Page) => Promise<void>,
) => Promise<Page>

const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
const SILENCE_MS = 10_000

/** One Chromium for a file of tests. */
export function mailFrames(test: TestFn): ShowBodies {
  let browser: Browser | undefined
  test.before(async () => {
    browser = await launchChromium()
  })
  test.after.always(async () => {
    await browser?.close()
  })

  return async (bodies, showing = {}, prepare) => {
    const { showsRemote = false, hasPolicy = true, isSanitized = true, dark } = showing
    if (browser === undefined) throw new Error('the browser did not start')
    const { html, policy } = showsRemote ? frameWithImages : frameWithoutImages
    const script = await readFillScript()
    const sandbox = hasPolicy ? ` sandbox="${SANDBOX}"` : ''
    const scheme = dark === undefined ? '' : ' style="color-scheme:dark"'
    const frames = bodies.map(
      (_, index) => `<iframe src="/frame/${index}"${scheme}${sandbox}></iframe>`,
    )
    const page = `<!doctype html><output>0</output><script>
      addEventListener('message', () => { const o = document.querySelector('output'); o.value = Number(o.value) + 1 })
      </script>${frames.join('')}`
    const server = createServer(({ url = '/' }, response) => {
      if (url === '/fill.js') {
        response.setHeader('content-type', 'text/javascript').end(script)
        return
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      const body = bodies[Number(/^\/frame\/(\d+)$/.exec(url)?.[1])]
      if (body !== undefined && hasPolicy) response.setHeader('content-security-policy', policy)
      response.end(body === undefined ? page : isSanitized ? html : body)
    }).listen(0, '127.0.0.1')
    const context = await openContext(browser, { ignoreHTTPSErrors: true })
    context.on('close', () => {
      server.closeAllConnections()
      server.close()
    })
    const opened = await context.newPage()
    await prepare?.(opened)
    await opened.goto(`http://127.0.0.1:${await portOf(server)}/`)
    if (isSanitized) await opened.evaluate(fillAll, { bodies, showsRemote, dark })
    await netSilent(opened)
    return opened
  }
}

/** In the page. */
async function fillAll({
  bodies,
  showsRemote,
  dark,
}: {
  readonly bodies: readonly string[]
  readonly showsRemote: boolean
  readonly dark: DarkColors | undefined
}): Promise<void> {
  const address = '/fill.js'
  const module = (await import(address)) as { readonly fillFrame: typeof fillFrame }
  for (const [index, frame] of [...document.querySelectorAll('iframe')].entries()) {
    const window = frame.contentDocument?.defaultView
    if (!window) continue
    const html = { content: bodies[index] ?? '', base: null, isFromContact: false }
    module.fillFrame(window, { html, attachments: [], showsRemote, dark })
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

const built = new URL('../../../dist/web/', import.meta.url)

/** The newest build of what fills frames; it starts with nothing of other files. */
async function readFillScript(): Promise<string> {
  const names = (await readdir(built)).filter((name) => /^mail-html-part-[^.]+\.js$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(new URL(name, built))).mtimeMs })),
  )
  const [newest] = dated.sort((one, other) => other.time - one.time)
  if (newest === undefined) throw new Error('the application is not built')
  return readFile(new URL(newest.name, built), 'utf8')
}
