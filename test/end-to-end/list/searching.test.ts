import { EventEmitter, once } from 'node:events'
import test from 'ava'
import type { Page } from 'playwright-core'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { startPostern } from '../../support/postern/postern.ts'

/** A browser signed in to a mailbox whose server answers the search for message 2 when it is let. */
async function openSlowMailbox(t: Parameters<typeof startImapRelay>[0]) {
  const dovecot = await startDovecot({ t, users: 1 })
  const owner = dovecot.userName(1)
  for (const word of ['hay', 'needle', 'straw']) {
    const raw = `From: ada@example.org\r\nSubject: Some ${word}\r\n\r\nText of ${word}\r\n`
    await dovecot.deliver(owner, { raw, flags: [] })
  }
  const steps = new EventEmitter()
  const answered = once(steps, 'answered')
  const relay = await startImapRelay(t, {
    ...dovecot,
    hold: (line, closed) => {
      if (!/^\* ESEARCH .*UID ALL 2$/.test(line)) return undefined
      steps.emit('found', closed)
      return answered
    },
  })
  const postern = await startPostern({
    t,
    mail: relay,
    config: { tuning: { imap: { commandTimeoutMs: 60_000 } } },
  })
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const page = await (await openContext(browser)).newPage()
  await page.goto(postern.base('0228251236'))
  await page.fill('input[name=_user]', owner)
  await page.fill('input[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  await page.getByRole('row', { name: 'Some hay' }).waitFor()
  return { page, steps }
}

async function submitSearch(page: Page): Promise<void> {
  await page.getByLabel('Search in Inbox').fill('needle')
  await page.keyboard.press('Enter')
}

test('a search that takes long says so, is stopped on the server, and continues when asked again', async (t) => {
  const { page, steps } = await openSlowMailbox(t)

  const found = once(steps, 'found')
  await submitSearch(page)
  const [connectionClosed] = (await found) as [Promise<void>]
  await page.getByRole('heading', { name: 'Searching' }).waitFor()
  t.is(await page.getByText(/0 (messages|matches)/).count(), 0)

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('heading', { name: 'Search stopped' }).waitFor()
  await connectionClosed
  t.is(await page.getByText(/0 (messages|matches)/).count(), 0)

  const foundAgain = once(steps, 'found')
  await page.getByRole('button', { name: 'Search again' }).click()
  await foundAgain
  steps.emit('answered')
  await page.getByText('1 match', { exact: true }).waitFor()
  await page.getByRole('row', { name: 'Some needle' }).click()
  await page.getByText('Text of needle').waitFor()
})
