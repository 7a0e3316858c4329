import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'

/** A busy machine takes its time to show what is waited for. */
const WAIT_LIMIT_MS = 120_000

/** Chromium as it is built to run without a window; CHROMIUM_PATH names another one. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/** Starts the Chromium of the Debian package, headless and without any request of its own. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    handleSIGTERM: false,
    executablePath: process.env['CHROMIUM_PATH'] ?? HEADLESS_SHELL,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...args,
    ],
  })
}

/** A context of its own in that browser, whose pages wait with our limit instead of Playwright's. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(WAIT_LIMIT_MS)
  return context
}
