import test from 'ava'
import type { BrowserContext, Page } from 'playwright-core'
import { rawImap } from '../proxy/mail/raw-imap.ts'
import { launchChromium, openContext } from '../support/chromium.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import type { Teardown } from '../support/process/temporary-directory.ts'

interface Window {
  readonly browser: BrowserContext
  readonly page: Page
  readonly dovecot: Dovecot
  readonly owner: string
  /** Mail actions the page has requested so far, without the stream of events. */
  readonly requested: readonly string[]
}

const isLive = 'New mail appears at once'

/** A browser signed in to the built gateway over a real Dovecot, told of changes as they happen. */
async function openWindow(t: Teardown): Promise<Window> {
  const dovecot = await startDovecot({ t, users: 1 })
  const postern = await startPostern({ t, mail: dovecot })
  const owner = dovecot.userName(1)
  await dovecot.seed(owner, 5)

  const chromium = await launchChromium()
  t.teardown(() => chromium.close())
  const browser = await openContext(chromium)
  const page = await browser.newPage()
  const requested: string[] = []
  page.on('request', (request) => {
    const action = new URL(request.url()).searchParams.get('_action')
    if (action !== null && action !== 'events') requested.push(action)
  })
  await page.goto(`${postern.base('0228251236')}?login=1&post_login=38056176108366`)
  await page.fill('input[name=_user]', owner)
  await page.fill('input[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  await page.getByText(isLive).waitFor()
  await page.getByRole('row').first().waitFor()
  return { browser, page, dovecot, owner, requested }
}

function letter(subject: string): string {
  return `From: Ada <ada@example.org>\r\nSubject: ${subject}\r\n\r\nhello\r\n`
}

test.serial(
  'a burst of mail updates list and count in place, by fewer requests than letters',
  async (t) => {
    const { page, dovecot, owner, requested } = await openWindow(t)
    const row = await page.getByRole('row').first().elementHandle()
    const before = requested.length

    const letters = Array.from({ length: 20 }, (_, n) => letter(`Burst ${n + 1}.`))
    await Promise.all(letters.map((raw) => dovecot.deliver(owner, { raw })))

    await page.getByRole('row', { name: /Burst 20\./ }).waitFor()
    await page.getByRole('link', { name: 'Inbox 21 unread' }).waitFor()
    t.true(await row.evaluate((node) => node.isConnected))
    t.true(requested.length - before < letters.length, requested.slice(before).join(' '))
  },
)

test.serial(
  'mail into another folder changes its count, and the list is not requested',
  async (t) => {
    const { page, dovecot, owner, requested } = await openWindow(t)
    const other = await rawImap(t, dovecot, owner)
    const before = requested.length

    const raw = letter('Elsewhere')
    // LITERAL+ (RFC 7888).
    await other.run(`APPEND Junk {${raw.length}+}\r\n${raw}`)

    await page.getByRole('link', { name: 'Junk 1 unread' }).waitFor()
    t.false(requested.slice(before).includes('list'), requested.slice(before).join(' '))
  },
)

test.serial('many tabs of one owner share two connections to the mail server', async (t) => {
  const { browser, page, dovecot, owner } = await openWindow(t)

  for (let n = 0; n < 3; n += 1) {
    const tab = await browser.newPage()
    await tab.goto(page.url())
    await tab.getByRole('row').first().waitFor()
  }
  await dovecot.deliver(owner, { raw: letter('To all') })

  for (const tab of browser.pages()) await tab.getByRole('row', { name: /To all/ }).waitFor()
  // One works and one watches.
  t.is(await dovecot.doveadm.connections(owner), 2)
})
