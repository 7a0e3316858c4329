import { createServer } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium, openContext } from '../../../test/support/chromium.ts'
import { medianOf } from '../measure/latencies.ts'
import type { PageRow } from '../report/results.ts'
import type { Contender, BenchStage } from '../servers/stage.ts'
import { type PageClock, startPageClock } from './page-clock.ts'
import { portOf } from '../../../test/support/http/port-of.ts'

/** What a user waits for, in the order it happens. Times in ms until it is painted. */
type PageTimes = Readonly<
  Record<
    'signInPage' | 'enter' | 'reload' | 'reloadAgain' | 'open' | 'openByHand' | 'kibibytes',
    number
  >
>

/** A row of the list in either page. */
const row = '#messagelist tbody tr, [role="grid"] [role="row"]'
/** Not the first row, which some pages open automatically. Its message has an HTML body. */
const openedRow = 4
/** How long a hand rests on a row before it clicks, and holds the button down. */
const restMs = 150
const holdMs = 80

/**
 * What someone feels at the same mailbox in Chromium, each webmail in turn: Enter in the sign-in form,
 * a reload and the click on a message, each until the result is painted; and the bytes until the list.
 */
export async function measurePages(stage: BenchStage, rounds: number): Promise<readonly PageRow[]> {
  const browser = await launchChromium()
  const emptyPage = await startEmptyPage()
  const measured = new Map<PageRow['server'], Partial<PageTimes>[]>()
  const keep = (server: PageRow['server'], times: Partial<PageTimes>): void => {
    const others = measured.get(server)
    if (others === undefined) measured.set(server, [times])
    else others.push(times)
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of stage.contenders()) {
        keep(contender.name, await measurePage(browser, contender, stage))
      }
      keep('empty', await measureEmptyPage(browser, emptyPage.url))
    }
  } finally {
    await browser.close()
    await emptyPage.stop()
  }
  return [...measured].map(([server, all]) => {
    const median = (one: keyof PageTimes) => medianOf(all.flatMap((times) => times[one] ?? []))
    return {
      server,
      rounds: all.length,
      signInPageMs: median('signInPage'),
      enterMs: median('enter'),
      reloadMs: median('reload'),
      reloadAgainMs: median('reloadAgain'),
      openMs: median('open'),
      openByHandMs: median('openByHand'),
      kibibytes: median('kibibytes'),
    }
  })
}

async function measurePage(
  browser: Browser,
  { name, script }: Contender,
  { mail, dovecot }: BenchStage,
): Promise<PageTimes> {
  const [mailbox] = mail.mailboxes.usual
  if (mailbox === undefined) throw new Error('the plan has no usual mailbox')
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const clock = await startPageClock(page, row)
  const received = await countBytes(page)
  try {
    const signInPage = await clock.openToForm(() => page.goto(script, { waitUntil: 'load' }))
    await page.fill('input[name="_user"]', mailbox.user)
    await page.fill('input[name="_pass"]', dovecot.password)
    const enter = await clock.enterToList(() => page.keyboard.press('Enter'))
    await page.waitForLoadState('networkidle')
    const kibibytes = Math.round(received() / 1024)
    const [reload, reloadAgain] = await reloadTwice(page, clock)
    const index = await middleOf(page, openedRow)
    const open = await clock.clickToMessage(() => page.mouse.click(index.x, index.y))
    const openByHand = await measureManual(context, script)
    return { signInPage, enter, reload, reloadAgain, open, openByHand, kibibytes }
  } catch (error) {
    throw new Error(`${name} did not get on: ${await describe(page)}`, { cause: error })
  } finally {
    await context.close()
  }
}

/** The same click in a fresh page, as a hand makes it: the pointer is on the row before the button goes down. */
async function measureManual(context: BrowserContext, script: string): Promise<number> {
  const page = await context.newPage()
  const clock = await startPageClock(page, row)
  await clock.reloadToList(() => page.goto(`${script}?_task=mail`, { waitUntil: 'commit' }))
  await page.waitForLoadState('networkidle')
  const index = await middleOf(page, openedRow)
  return clock.clickToMessage(async () => {
    await page.mouse.move(index.x, index.y)
    await page.waitForTimeout(restMs)
    await page.mouse.down()
    await page.waitForTimeout(holdMs)
    await page.mouse.up()
  })
}

/** What the browser and the clock take automatically: a page of nothing but one row. */
async function measureEmptyPage(browser: Browser, url: string): Promise<Partial<PageTimes>> {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const clock = await startPageClock(page, row)
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    const [reload, reloadAgain] = await reloadTwice(page, clock)
    const open = await clock.clickToMessage(() => page.locator(row).click())
    return { reload, reloadAgain, open }
  } finally {
    await context.close()
  }
}

/**
 * The first reload, and the one after it: with the first, a browser prepares the way for a page it has not left
 * before, and keeps what it compiled.
 */
async function reloadTwice(page: Page, clock: PageClock): Promise<readonly [number, number]> {
  const reload = async () => {
    const took = await clock.reloadToList(() => page.reload({ waitUntil: 'commit' }))
    await page.waitForLoadState('networkidle')
    return took
  }
  return [await reload(), await reload()]
}

/** What a user sees of a page that does not get on, for the error. */
async function describe(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 1_000 }).catch(String)
  return `${page.url()} shows ${JSON.stringify(text.slice(0, 500))}`
}

async function middleOf(page: Page, index: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(row).nth(index).boundingBox()
  if (box === null) throw new Error('the row has no place on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return () => bytes
}

const html = `<!doctype html>
<title>Empty</title>
<div role="grid"><div role="row">One row</div></div>
<script>
  const message = Object.assign(document.createElement('p'), { className: 'plain-text' })
  message.textContent = 'A message that is there already.'
  document.querySelector('[role=row]').onclick = () => document.body.append(message)
</script>
`

/** A page of one row, which shows a line of text when it is clicked, and nothing else; on a free port of 127.0.0.1. */
async function startEmptyPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }).end(html)
  })
  server.listen(0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${await portOf(server)}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
