import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium, openContext } from '../support/chromium.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { startPanelSimulator, type PanelSimulator } from '../support/panel/simulator.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { makeDirectory, removeDirectory } from '../support/process/temporary-directory.ts'
import { lightShare } from '../support/web/light-share.ts'
import { violations } from '../support/web/violations.ts'

// A browser, the simulated panel that hands over the password, the built Postern in front of it, real Dovecot.

let browser: Browser
let dovecot: Dovecot
let simulator: PanelSimulator
let postern: Postern
let directory: string

test.before(async () => {
  browser = await launchChromium()
  dovecot = await startDovecot({ users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  directory = await makeDirectory('panel-sign-in')
  const handOverSecret = randomBytes(32).toString('base64url')
  await mkdir(join(directory, 'keys'), { mode: 0o700 })
  await writeFile(join(directory, 'keys', 'panel-hand-over.secret'), handOverSecret, {
    mode: 0o600,
  })
  simulator = await startPanelSimulator({
    mailboxes: [{ address: dovecot.userName(1), password: dovecot.password }],
    apps: [{ id: 'roundcube', displayName: 'Webmail', backend: 'http://127.0.0.1:9' }],
    handOverSecret,
    trustForwardedFor: true,
  })
  postern = await startPostern({
    mail: dovecot,
    config: {
      dataDir: directory,
      panel: {
        ...{ adapter: 'http', upstream: simulator.webmailUrl, homePath: '/' },
        http: { authUrl: simulator.authUrl },
      },
      signIn: { secondFactor: 'optional' },
    },
  })
})
test.after.always(async () => {
  await browser.close()
  await postern.stop()
  await simulator.stop()
  await dovecot.stop()
  await removeDirectory(directory)
})

/** A browser that has signed in at the panel and opened webmail from there. */
async function openFromPanel(
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await openContext(browser, {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...options,
  })
  const page = await context.newPage()
  await enterPanel(page)
  return { page, context }
}

async function enterPanel(page: Page): Promise<void> {
  await page.goto(postern.url)
  await page.fill('[name=user]', dovecot.userName(1))
  await page.fill('[name=pass]', dovecot.password)
  await page.click('[type=submit]')
  await page.getByRole('link', { name: 'Webmail' }).click()
  await shownList(page)
}

const shownList = (page: Page) => page.getByRole('row').first().waitFor()
const shownEnd = (page: Page) => page.getByRole('heading', { name: 'Signed out' }).waitFor()
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()

test.serial('who signed out is signed in again by their click alone', async (t) => {
  const { page, context } = await openFromPanel()
  t.teardown(() => context.close())
  const mailUrl = page.url()

  await signOut(page)
  await shownEnd(page)
  t.deepEqual(await violations(page), [])
  t.is(await page.getByRole('link', { name: 'Go to the control panel' }).getAttribute('href'), '/')

  await page.reload()
  await shownEnd(page)
  await page.goto(mailUrl)
  await shownEnd(page)
  await page.goto(postern.url)
  await page.getByRole('link', { name: 'Webmail' }).click()
  await shownEnd(page)

  await page.getByRole('button', { name: 'Sign in again' }).click()
  await shownList(page)
  await page.reload()
  await shownList(page)
})

test.serial('the way back in goes to the folder that was requested', async (t) => {
  const { page, context } = await openFromPanel()
  t.teardown(() => context.close())
  const [address] = page.url().split(/[?#]/)
  await signOut(page)
  await shownEnd(page)

  await page.goto(`${address}?_task=mail&_mbox=Trash`)
  await page.getByRole('button', { name: 'Sign in again' }).click()

  await page.getByRole('heading', { name: /Trash/ }).waitFor()
  const title = await eventually(
    () => page.title(),
    (one) => one.includes('Trash'),
  )
  t.regex(title, /Trash - Postern$/)
})

test.serial('"Back" after signing out shows no mail, and neither does another tab', async (t) => {
  const { page, context } = await openFromPanel()
  t.teardown(() => context.close())
  const other = await context.newPage()
  await other.goto(page.url())
  await shownList(other)
  await page.getByRole('row').first().click()

  await signOut(page)
  await shownEnd(page)
  await page.goBack()
  await shownEnd(page)
  t.is(await page.getByRole('row').count(), 0)

  // The end of its stream of events has it look.
  await shownEnd(other)
  t.is(await other.getByRole('row').count(), 0)
})

test.serial('a new sign-in at the panel opens the mail at once', async (t) => {
  const { page, context } = await openFromPanel()
  t.teardown(() => context.close())
  await signOut(page)
  await shownEnd(page)

  await page.goto(`${postern.url}/logout/`)
  await enterPanel(page)

  t.true(await page.getByRole('row').first().isVisible())
})

test.serial('the settings offer nothing that the sign-in of the panel passes by', async (t) => {
  const { page, context } = await openFromPanel()
  t.teardown(() => context.close())

  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Active sessions' }).click()
  await page.getByText('The control panel signs you in').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'This session' }).waitFor()

  t.is(await page.getByRole('button', { name: /Sign out (everywhere|all others)/ }).count(), 0)
  t.is(await page.getByRole('tab', { name: 'Passkeys' }).count(), 0)
  t.is(await page.getByRole('tab', { name: 'Two-factor authentication' }).count(), 0)
  t.deepEqual(await violations(page), [])
})

test.serial('in the dark source, errors and the page after a sign-out are dark', async (t) => {
  const { page, context } = await openFromPanel({ colorScheme: 'dark' })
  t.teardown(() => context.close())
  const [address = ''] = page.url().split('?')
  async function isDark(shown: string): Promise<void> {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const share = await lightShare(page, context)
      t.true(share < MAX_LIGHT_SHARE, `${shown} at ${width}: ${share}`)
    }
  }

  await page.goto(`${address}?_task=mail&_action=viewsource&_mbox=INBOX&_uid=1`)
  await isDark('source')
  await page.goto(`${address}?_task=mail&_action=nothing`)
  await page.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor()
  await isDark('nothing there')
  const styled = (part: string) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).borderRadius)
  const rounded = await styled('.plain-card')
  t.not(rounded, '0px')
  await page.goto(`${address}/below/it`)
  await page.getByRole('heading', { name: 'This address is not valid.' }).waitFor()
  t.is(await styled('.plain-card'), rounded)
  await isDark('below the script')
  await page.goto(address)
  await signOut(page)
  await shownEnd(page)
  await isDark('signed out')
})

/** Letters, the logo and a button are light in the dark. */
const MAX_LIGHT_SHARE = 0.15
