import type { ExecutionContext, TestFn } from 'ava'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium, openContext } from '../chromium.ts'
import { readBuiltApp } from './built-app.ts'
import { startFakeApi, type BuiltApp, type FakeApi } from './fake-api.ts'

/** A page of the application with the fake behind it. */
export interface OpenMail {
  readonly page: Page
  readonly api: FakeApi
  /** What the console complained about; the sound of a broken policy. */
  readonly complaints: readonly string[]
}

interface OpenMailOptions {
  readonly messages?: number
  readonly browser?: BrowserContextOptions
  readonly maxMessageBytes?: number
  readonly hasEvents?: boolean
  readonly readAfterSeconds?: number
  readonly readAheadMessages?: number
  readonly pageSize?: number
  readonly ownAddress?: null
  readonly undoSeconds?: number
  readonly writeFormat?: 'plain' | 'formatted'
  /** Called before the page is opened. */
  readonly prepare?: (api: FakeApi) => void
}

/** Opens the application as a user who is signed in. */
export type OpenMailFn = (t: ExecutionContext, options?: OpenMailOptions) => Promise<OpenMail>

/** One Chromium for the tests of a file; every test gets its own fake and its own context. */
export function browserTests(test: TestFn): OpenMailFn {
  let browser: Browser | undefined
  let app: BuiltApp | undefined

  test.before(async () => {
    app = await readBuiltApp()
    browser = await launchChromium()
  })
  test.after.always(async () => {
    await browser?.close()
  })

  return async (t, options = {}) => {
    if (browser === undefined || app === undefined) throw new Error('the browser did not start')
    const { browser: settings, prepare, ...parts } = options
    const api = await startFakeApi({ app, ...parts })
    const context = await openContext(browser, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...settings,
    })
    t.teardown(async () => {
      await context.close()
      await api.close()
    })
    prepare?.(api)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(api.url)
    // The script draws once its texts are there, which the load event does not wait for.
    if (settings?.javaScriptEnabled !== false) {
      await page.locator('.page, .plain-card').first().waitFor({ state: 'attached' })
    }
    return { page, api, complaints }
  }
}
