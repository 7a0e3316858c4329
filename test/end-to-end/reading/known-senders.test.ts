import test from 'ava'
import type { Page } from 'playwright-core'
import { openSignedInPage } from '../signed-in-page.ts'

const changesOf = (owner: string, subject: string) =>
  `From: Bea <bea@example.org>\r\nTo: ${owner}\r\nSubject: ${subject}\r\nContent-Type: text/html\r\n\r\n<p>Text <img src="https://images.invalid/a.png"></p>\r\n`

/** Until a page that is at rest has fetched a message ahead. */
const AHEAD_MS = 10_000

test.serial(
  'images of whom one made a contact are shown in a message that was fetched before that',
  async (t) => {
    const { page } = await openSignedInPage(t, {
      prepare: async (dovecot, owner) => {
        for (const subject of ['Older', 'Newer']) {
          await dovecot.deliver(owner, {
            mailbox: 'INBOX',
            raw: changesOf(owner, subject),
            flags: [],
          })
        }
      },
    })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Reading' }).click()
    await page.getByLabel('Images from other servers').selectOption('contacts')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Newer/ }).click()
    await page.getByText('Remote images are not shown').waitFor()
    // A server that a user waits for fetches nothing ahead, and a page requests it once.
    while (!(await isFetchedAhead(page))) continue

    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('button', { name: 'Add Bea to contacts' }).click()
    await page.getByText('Remote images are not shown').waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Older/ }).click()
    await page.getByRole('heading', { name: 'Older', exact: true }).waitFor()

    await page
      .frameLocator('.message-frame')
      .locator('img[src^="https:"]')
      .waitFor({ state: 'attached' })
    t.is(await page.getByText('Remote images are not shown').count(), 0)
  },
)

/** After a reload: whether the page at rest brought the message that it was not requested. */
async function isFetchedAhead(page: Page): Promise<boolean> {
  const fetched = page.waitForResponse((response) => response.url().includes('isAhead'), {
    timeout: AHEAD_MS,
  })
  await page.reload()
  return fetched.then(
    (response) => response.ok(),
    () => false,
  )
}
