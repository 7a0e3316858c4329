import { firefox, type Browser, type BrowserContextOptions } from 'playwright-core'
import { launchChromium, openContext } from '../chromium.ts'
import type { BrowserTab, TestedBrowser } from './tab.ts'

/** Debian's Chromium. */
export const chromium: TestedBrowser = {
  name: 'Chromium',
  openTab: async () => openTab(await launchChromium(), { reducedMotion: 'reduce' }),
}

/** Debian's Firefox ESR, by WebDriver BiDi, which it speaks without a driver beside it. */
export const firefoxEsr: TestedBrowser = {
  name: 'Firefox ESR',
  openTab: async () =>
    openTab(
      await firefox.launch({ channel: 'moz-firefox', executablePath: '/usr/bin/firefox-esr' }),
      // What Playwright would emulate here is newer than the ESR.
      { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null },
    ),
}

async function openTab(browser: Browser, options: BrowserContextOptions): Promise<BrowserTab> {
  const viewport = { width: 1280, height: 800 }
  const context = await openContext(browser, { viewport, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const at = (xpath: string) => page.locator(`xpath=${xpath}`).first()

  return {
    open: async (url) => {
      await page.goto(url)
    },
    reload: async () => {
      await page.reload()
    },
    back: async () => {
      await page.goBack()
    },
    click: (xpath) => at(xpath).click(),
    type: (xpath, text) => at(xpath).pressSequentially(text),
    typeInFrame: (xpath, text) =>
      at(xpath).contentFrame().getByRole('textbox').pressSequentially(text),
    press: (key) => page.keyboard.press(key),
    see: (xpath) => at(xpath).waitFor(),
    count: (xpath) => page.locator(`xpath=${xpath}`).filter({ visible: true }).count(),
    seeNone: (xpath) => at(xpath).waitFor({ state: 'detached' }),
    textOfFrame: async (xpath) => {
      const body = at(xpath).contentFrame().locator('body')
      await body.filter({ hasText: /\S/ }).waitFor()
      return body.innerText()
    },
    close: () => browser.close(),
  }
}
