import type { Browser } from 'playwright-core'
import { openContext } from '../chromium.ts'
import type { Dovecot } from '../dovecot/dovecot.ts'
import { sampleMessage, sampleSentAt } from '../sample-messages.ts'

/** A user at Roundcube's own page. */
interface Reader {
  readonly browser: Browser
  readonly dovecot: Dovecot
  /** Has 60 messages in INBOX and 5 in the trash. */
  readonly user: string
  /** Address of the script. */
  readonly script: string
}

/** What a walk through the page showed. */
export interface PageWalk {
  /** What stood on the screen after each step, by its name. */
  readonly shown: Readonly<Record<string, unknown>>
  /** Actions by who answered them: `refresh postern`. */
  readonly answeredBy: readonly string[]
  /** What the browser complained of. */
  readonly complaints: readonly string[]
}

/** Reads mail for a while in Roundcube's elastic skin, as its page lets everybody. */
export async function walkThroughPage(reader: Reader): Promise<PageWalk> {
  const { browser, dovecot, user, script } = reader
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const answeredBy: string[] = []
  const complaints: string[] = []
  const shown: Record<string, unknown> = {}
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('response', (response) => {
    const action = new URL(response.url()).searchParams.get('_action')
    const by = response.headers()['x-postern-answered-by']
    if (action !== null && by !== undefined) answeredBy.push(`${action} ${by}`)
  })
  const step = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    await run()
    await page.waitForFunction(IS_QUIET)
    shown[name] = await page.evaluate(SCREEN)
  }
  const row = (number: number) =>
    page.locator('#messagelist tbody tr').filter({ has: page.getByText(new RegExp(` ${number}$`)) })
  const open = async (number: number): Promise<void> => {
    await row(number).click()
    const text = page.frameLocator('#messagecontframe').getByText(`number ${number}`)
    await text.first().waitFor()
    await page.waitForFunction(IS_QUIET)
  }
  const openFolder = (name: string) => async () => {
    await page.click(`#mailboxlist a[rel="${name}"]`)
    await page.waitForFunction(`rcmail.env.mailbox === ${JSON.stringify(name)}`)
  }
  const command = (text: string) => () => page.evaluate(`void rcmail.${text}`)

  await page.goto(script)
  await page.fill('#rcmloginuser', user)
  await page.fill('#rcmloginpwd', dovecot.password)
  // The page requests the counts of its folders a moment after its list.
  const counted = page.waitForResponse((response) => response.url().includes('_action=getunread'))
  await page.click('#rcmloginsubmit')
  await step('signed in', async () => {
    await Promise.all([row(59).waitFor(), counted])
    // On a busy machine Roundcube alone once showed no count of INBOX until it listed again.
    await openFolder('INBOX')()
  })
  await step('page 2', async () => {
    await page.click('a.nextpage:visible')
    await row(3).waitFor()
  })
  await step('page 1', async () => {
    await page.click('a.prevpage:visible')
    await row(59).waitFor()
  })
  await step('page 2 again', command("command('nextpage')"))
  await step('page 1 again', command("command('previouspage')"))
  await step('a message', () => open(50))
  for (const name of ['Sent', 'Trash', 'INBOX', 'Sent', 'Trash', 'INBOX']) {
    await step(`${name}, ${Object.keys(shown).length}`, openFolder(name))
  }
  await step('a refresh', command('refresh()'))
  await step('another refresh', command('refresh()'))
  await dovecot.deliver(user, { raw: sampleMessage(99, user), receivedAt: sampleSentAt(99) })
  await step('a new message', async () => {
    await page.click('a.refresh:visible')
    await row(99).waitFor()
  })
  await step('marked', async () => {
    await open(58)
    await page.evaluate("void rcmail.command('mark', 'flagged')")
    await row(58).and(page.locator('.flagged')).waitFor()
  })
  await step('deleted', async () => {
    await open(57)
    await page.click('a.delete:visible:not(.disabled)')
    await row(57).waitFor({ state: 'hidden' })
  })
  await step('looked again', openFolder('INBOX'))
  await step('refreshed again', command('refresh()'))
  await step('Trash at last', openFolder('Trash'))
  await step('INBOX at last', openFolder('INBOX'))
  for (const name of ['all folders', 'all folders again']) {
    await step(name, command("command('checkmail')"))
  }
  await context.close()
  return { shown, answeredBy, complaints }
}

/** Nothing is under way. */
const IS_QUIET = 'rcmail.busy === false && jQuery.active === 0'

/** The list, its counts and the folders, without what is selected. */
const SCREEN = `({
  title: document.title,
  count: document.querySelector('.pagenav-text')?.textContent,
  quota: document.querySelector('#quotadisplay')?.textContent,
  folders: document.querySelector('#mailboxlist').innerText,
  env: ['mailbox', 'current_page', 'pagecount', 'messagecount', 'exists'].map((name) => rcmail.env[name]),
  rows: [...document.querySelectorAll('#messagelist tbody tr')].filter((row) => row.offsetParent !== null).map((row) => [
    row.id,
    row.className.split(' ').filter((name) => !/^(selected|focused)$/.test(name)).sort().join(' '),
    row.innerText,
  ]),
})`
