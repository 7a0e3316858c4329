import { readdirSync } from 'node:fs'
import { Builder, By, error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../process/free-port.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { WAIT_LIMIT_MS } from '../process/wait-limit.ts'
import type { BrowserTab, TestedBrowser } from './tab.ts'

/** Debian's WebKitGTK, by its WebDriver, on a display that no one sees. */
export const webkit: TestedBrowser = {
  name: 'WebKit',
  async openTab() {
    const display = await startServerProcess({
      command: 'Xvfb',
      args: ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
      ready: async (output) => {
        await output.waitFor(/^\d+\n/m)
      },
    })
    const number = /^\d+$/m.exec(display.output.text())?.[0] ?? ''
    const port = await freePort()
    const server = await startServerProcess({
      command: 'WebKitWebDriver',
      args: [`--port=${port}`],
      env: { DISPLAY: `:${number}`, LANG: 'C.UTF-8' },
      ready: (_output, signal) => portResponds(port, 'connection', signal),
    })
    const driver = await startSession(port)
    return {
      ...tabOf(driver),
      async close() {
        await driver.quit()
        await server.stop()
        await display.stop()
      },
    }
  },
}

function startSession(port: number): Promise<WebDriver> {
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    })
    .build()
}

/** Its folder carries the version of the library's interface, which Debian's releases differ in. */
function miniBrowser(): string {
  const libraries = '/usr/lib/x86_64-linux-gnu'
  const folder = readdirSync(libraries).find((name) => /^webkit2gtk-4\.\d$/.test(name))
  if (folder === undefined) throw new Error('webkit2gtk-driver is not installed')
  return `${libraries}/${folder}/MiniBrowser`
}

const keys: Readonly<Record<string, string>> = { Enter: Key.ENTER, Escape: Key.ESCAPE }

function tabOf(driver: WebDriver): Omit<BrowserTab, 'close'> {
  /** The page draws again at any moment: an element that went meanwhile is looked for again. */
  async function within<Value>(
    xpath: string,
    look: () => Promise<Value | undefined>,
  ): Promise<Value> {
    const value = await driver.wait(
      async () => {
        try {
          return (await look()) ?? false
        } catch (fault) {
          if (isOfAnotherDrawing(fault)) return false
          throw fault
        }
      },
      WAIT_LIMIT_MS,
      xpath,
    )
    if (value === false) throw new Error(`not there: ${xpath}`)
    return value
  }

  async function visible(xpath: string): Promise<WebElement | undefined> {
    for (const element of await driver.findElements(By.xpath(xpath))) {
      if (await element.isDisplayed()) return element
    }
    return undefined
  }

  async function withElement(
    xpath: string,
    run: (element: WebElement) => Promise<void>,
  ): Promise<void> {
    await within(xpath, async () => {
      const element = await visible(xpath)
      if (element === undefined) return undefined
      await run(element)
      return true
    })
  }

  async function inFrame<Value>(
    xpath: string,
    run: () => Promise<Value | undefined>,
  ): Promise<Value> {
    return within(xpath, async () => {
      const frame = await visible(xpath)
      if (frame === undefined) return undefined
      await driver.switchTo().frame(frame)
      try {
        return await run()
      } finally {
        await driver.switchTo().defaultContent()
      }
    })
  }

  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    click: (xpath) => withElement(xpath, (element) => element.click()),
    type: (xpath, text) => withElement(xpath, (element) => element.sendKeys(text)),
    typeInFrame: (xpath, text) =>
      inFrame(xpath, async () => {
        const body = await driver.findElement(By.css('body[contenteditable]'))
        await body.sendKeys(text)
        return true
      }).then(() => undefined),
    press: (key) =>
      driver
        .actions()
        .sendKeys(keys[key] ?? key)
        .perform(),
    see: async (xpath) => {
      await within(xpath, () => visible(xpath))
    },
    count: async (xpath) => {
      const elements = await driver.findElements(By.xpath(xpath))
      const shown = await Promise.all(elements.map((element) => element.isDisplayed()))
      return shown.filter(Boolean).length
    },
    seeNone: async (xpath) => {
      await within(xpath, async () =>
        (await driver.findElements(By.xpath(xpath))).length === 0 ? true : undefined,
      )
    },
    textOfFrame: (xpath) =>
      inFrame(xpath, async () => {
        const text = await driver.findElement(By.css('body')).getText()
        return text.trim() === '' ? undefined : text
      }),
  }
}

function isOfAnotherDrawing(fault: unknown): boolean {
  return (
    fault instanceof error.StaleElementReferenceError ||
    fault instanceof error.ElementClickInterceptedError ||
    fault instanceof error.ElementNotInteractableError
  )
}
