import test from 'ava'
import type { Page } from 'playwright-core'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const focused = (page: Page, name: string) =>
  page.locator(`[role=row]:focus[aria-label*="${name},"]`).waitFor()

test.serial('the first step goes to the first message, the next one on from there', async (t) => {
  const { page } = await openSignedInPage(t, { messages: 3 })
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('j')
  await focused(page, 'Re: Holiday plans 2')
  await page.getByRole('heading', { name: 'Re: Holiday plans 2' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await focused(page, 'Invoice 1')
  // Caps Lock does not make another key of it.
  await page.keyboard.press('Escape')
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'K', bubbles: true }),
    ),
  )
  await focused(page, 'Re: Holiday plans 2')
  t.is(await page.locator('[role=row]:focus').count(), 1)
})

test.serial('Escape closes the composer, keeps the draft and gives the focus back', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 3 })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await focused(page, 'Re: Holiday plans 2')
  await page.keyboard.press('c')
  await page.locator('.composer').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.composer').waitFor({ state: 'detached' })
  await focused(page, 'Re: Holiday plans 2')

  await page.keyboard.press('c')
  await richText(page).pressSequentially('Precious')
  await page.getByRole('button', { name: 'Send', exact: true }).focus()
  // Nothing is done to the messages behind by a key in the composer.
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await page.getByText('Draft saved').waitFor()
  await page.locator('.composer').waitFor({ state: 'detached' })
  await focused(page, 'Re: Holiday plans 2')

  await page.getByRole('link', { name: 'Drafts 1 drafts' }).click()
  await page.getByRole('row').first().click()
  await page.frameLocator('.message-frame').getByText('Precious').waitFor()
  t.deepEqual(complaints, [])
})

test.serial('the undo keys take the last action back, whichever it was, and once', async (t) => {
  const { page } = await openSignedInPage(t, { messages: 3 })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  await page.getByText('Message deleted').waitFor()
  await page.getByText('2 messages').waitFor()

  await page.keyboard.press('z')
  await page.getByText('Undone').waitFor()
  await page.getByText('3 messages').waitFor()
  await page.getByRole('row', { name: /Re: Holiday plans 2,/ }).waitFor()
  await page.getByRole('row', { name: /Your ticket|Invoice 1,/ }).click()
  await page.keyboard.press('s')
  await page.getByRole('row', { name: /Flagged, / }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('row', { name: /Flagged, / }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByText('Nothing to undo').waitFor()

  await page.getByLabel('Search in Inbox').fill('words')
  await page.keyboard.press('Control+z')
  t.is(await page.getByLabel('Search in Inbox').inputValue(), '')
})

test.serial('Ctrl+A selects the messages, and in an open message its text', async (t) => {
  const { page } = await openSignedInPage(t, { messages: 3 })
  await page.getByRole('row').first().click()
  await page.keyboard.press('Control+a')
  await page.getByText(/3 selected/).waitFor()
  t.is(await page.evaluate(() => getSelection()?.toString().trim()), '')
  await page.keyboard.press('Escape')
  await page.getByText('3 messages').waitFor()

  await page.locator('.message-pane').focus()
  await page.keyboard.press('Control+a')
  t.is(await page.locator('.row.is-ticked').count(), 0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Ctrl+A').waitFor()
  await help.getByText('Undo last action').first().waitFor()
})
