import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial(
  'a message that is deleted and restored stands where it was, and is not announced as new',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, { messages: 30 })
    const rows = page.getByRole('row')
    await rows.nth(12).waitFor()
    await rows.nth(10).click()
    await page.getByRole('heading', { name: 'Weekly report 19' }).waitFor()
    await page.keyboard.press('#')
    await page.getByText('Message deleted').waitFor()
    await page.keyboard.press('z')
    await page.getByText('Undone').waitFor()
    await Promise.all([
      page.waitForResponse(/_action=(?:refresh|check-recent)/),
      page.getByRole('button', { name: 'Check for new mail' }).first().click(),
    ])

    await rows.nth(10).filter({ hasText: 'Weekly report 19' }).waitFor()
    t.is(await page.getByRole('button', { name: /^\d+ new$/ }).count(), 0)
    t.deepEqual(await page.getByText(/new message/).allTextContents(), [])
    t.deepEqual(complaints, [])
  },
)
