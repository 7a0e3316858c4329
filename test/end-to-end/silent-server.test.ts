import test from 'ava'
import type { Page } from 'playwright-core'
import { startImapRelay } from '../support/dovecot/imap-relay.ts'
import { linesOnce } from '../support/postern/error-lines.ts'
import { openSignedInPage } from './signed-in-page.ts'

test('a mail server that falls silent is told in the page, and what waited is shown once it answers', async (t) => {
  const { page, dovecot, errorLog } = await openSignedInPage(t, { responseMs: 1_000, messages: 10 })
  t.teardown(() => dovecot.resume())
  await page.getByRole('row').nth(8).waitFor()

  dovecot.pause()
  // Neither the one under the pointer nor one of the first five, which are fetched ahead.
  await page.getByRole('row').nth(8).click()
  await page.getByText('The mail server took too long to answer.').first().waitFor()
  const reference = await referenceOn(page)
  const lines = await linesOnce({ errorLog }, new RegExp(reference))
  t.true(lines.join('\n').includes(reference))

  dovecot.resume()
  await page.locator('.message-subject').waitFor()
})

test('a search that meets a silent mail server continues automatically once that answers', async (t) => {
  const { page, dovecot } = await openSignedInPage(t, { responseMs: 1_000, messages: 10 })
  t.teardown(() => dovecot.resume())
  await page.getByRole('row').nth(8).waitFor()

  dovecot.pause()
  await page.getByLabel('Search in Inbox').fill('report')
  await page.keyboard.press('Enter')
  await page.getByText('The mail server took too long to answer.').first().waitFor()
  dovecot.resume()

  await page.getByText(/^\d+ match/).waitFor()
  t.is(await page.getByText('could not be shown').count(), 0)
})

test('a mail server that falls silent over the change of a flag is told in the page, and the flag is set once it answers', async (t) => {
  let isPausing = false
  const { page, dovecot } = await openSignedInPage(t, {
    // Only the limit of what is told is short.
    config: { tuning: { imap: { responseMs: 1_000, commandTimeoutMs: 600_000 } } },
    between: (server) =>
      startImapRelay(t, {
        ...server,
        cuts: (piece) => {
          if (isPausing && piece.includes('UID STORE')) server.pause()
          return false
        },
      }),
  })
  t.teardown(() => dovecot.resume())
  const row = page.getByRole('row').first()
  await row.click()
  await page.locator('.message-subject').waitFor()

  isPausing = true
  await page.keyboard.press('s')
  await page.getByText('The mail server took too long to answer.').first().waitFor()
  isPausing = false
  dovecot.resume()

  await page.getByText('The mail server took too long to answer.').waitFor({ state: 'detached' })
  await page.reload()
  t.regex((await row.getAttribute('aria-label')) ?? '', /Flagged/)
})

test('a mail server that is silent at the sign-in is told on the form', async (t) => {
  const { page, dovecot, owner, errorLog } = await openSignedInPage(t, { responseMs: 1_000 })
  t.teardown(() => dovecot.resume())
  await page.getByRole('row').first().waitFor()
  const again = await page.context().browser()?.newPage()
  if (again === undefined) throw new Error('no browser')
  t.teardown(() => again.close())
  await again.goto(page.url().replace(/[?#].*$/, '?login=1&post_login=38056176108366'))

  dovecot.pause()
  await again.fill('input[name=_user]', owner)
  await again.fill('input[name=_pass]', dovecot.password)
  await again.click('button[type=submit]')

  await again.getByText('The mail server took too long to answer.').waitFor()
  const reference = await referenceOn(again)
  const lines = await linesOnce({ errorLog }, new RegExp(reference))
  t.true(lines.join('\n').includes(reference))
})

/** The request id that the user can read out. */
async function referenceOn(page: Page): Promise<string> {
  const text = await page.getByText(/Reference: [0-9a-f]{8}/).textContent()
  return /[0-9a-f]{8}/.exec(text ?? '')?.[0] ?? 'no reference'
}
