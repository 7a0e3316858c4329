import type { Browser, Page } from 'playwright-core'
import { launchChromium, openContext } from '../../../test/support/chromium.ts'
import { medianOf } from '../latencies.ts'
import type { PageRow } from '../report/results.ts'
import type { Contender, Stage } from '../servers/stage.ts'

/** What a person waits for, in the order it happens. Times in ms until it is painted. */
type PageTimes = Readonly<Record<'signInPage' | 'enter' | 'reload' | 'open' | 'kibibytes', number>>

/** A row of the list in either page. */
const row = '#messagelist tbody tr, [role="grid"] [role="row"]'
/** Not the first row, which some pages open by themselves. */
const openedRow = 4

/**
 * What somebody feels at the same mailbox in Chromium, each webmail in turn: Enter in the sign-in form,
 * a reload and the click on a message, each until the result is painted; and the bytes until the list.
 */
export async function measurePages(stage: Stage, rounds: number): Promise<readonly PageRow[]> {
  const browser = await launchChromium()
  const measured = new Map<Contender['name'], PageTimes[]>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of stage.contenders()) {
        const times = await measurePage(browser, contender, stage)
        measured.set(contender.name, [...(measured.get(contender.name) ?? []), times])
      }
    }
  } finally {
    await browser.close()
  }
  return [...measured].map(([server, all]) => ({
    server,
    rounds: all.length,
    signInPageMs: medianOf(all.map(({ signInPage }) => signInPage)),
    enterMs: medianOf(all.map(({ enter }) => enter)),
    reloadMs: medianOf(all.map(({ reload }) => reload)),
    openMs: medianOf(all.map(({ open }) => open)),
    kibibytes: medianOf(all.map(({ kibibytes }) => kibibytes)),
  }))
}

async function measurePage(
  browser: Browser,
  { script }: Contender,
  { mail, dovecot }: Stage,
): Promise<PageTimes> {
  const [mailbox] = mail.mailboxes.usual
  if (mailbox === undefined) throw new Error('the plan has no usual mailbox')
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const received = await countBytes(page)
  try {
    const signInPage = await timed(() => page.goto(script, { waitUntil: 'load' }))
    await page.fill('input[name="_user"]', mailbox.user)
    await page.fill('input[name="_pass"]', dovecot.password)
    const enter = await timed(async () => {
      await page.press('input[name="_pass"]', 'Enter')
      await paintedList(page)
    })
    await page.waitForLoadState('networkidle')
    const kibibytes = Math.round(received() / 1024)
    const reload = await timed(async () => {
      await page.reload({ waitUntil: 'commit' })
      await paintedList(page)
    })
    await page.waitForLoadState('networkidle')
    const open = await timed(async () => {
      await page.locator(row).nth(openedRow).click()
      await page.waitForFunction(hasMessageText, undefined, { polling: 'raf' })
      await painted(page)
    })
    return { signInPage, enter, reload, open, kibibytes }
  } finally {
    await context.close()
  }
}

async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return () => bytes
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

async function paintedList(page: Page): Promise<void> {
  await page.waitForSelector(row)
  await painted(page)
}

/** Two frames later what stands in the document is on the screen. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))),
      ),
  )
}

/** True in the page once the text of a message stands in it, or in a frame of it. */
function hasMessageText(): boolean {
  const bodies = '#messagebody, .message-part, [data-message-body], .message-text, article'
  const isThere = [...document.querySelectorAll(bodies)].some(
    ({ textContent }) => textContent.trim().length > 10,
  )
  return (
    isThere ||
    [...document.querySelectorAll('iframe')].some(
      // A document that begins to load has no body yet.
      ({ contentDocument }) =>
        (contentDocument?.querySelector('body')?.textContent.trim().length ?? 0) > 20,
    )
  )
}
