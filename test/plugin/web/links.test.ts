import test from 'ava'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('contacts, settings, folders and messages open in another tab, and a plain click stays in the page', async (t) => {
  const { page } = await openMail(t)
  const row = page.getByRole('row', { name: /Message 20/ })
  await row.waitFor()

  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Settings' }).click({ modifiers: ['Control'] })
  const settings = await opened
  await settings.getByRole('dialog', { name: 'Settings' }).waitFor()
  const openedTab = page.context().waitForEvent('page')
  await settings.getByRole('tab', { name: 'Appearance' }).click({ modifiers: ['Control'] })
  const look = await openedTab
  await look.getByRole('tab', { name: 'Appearance', selected: true }).waitFor()
  const openedFolder = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /^Sent/ }).click({ button: 'middle' })
  const sent = await openedFolder
  await sent.locator('[data-folder=Sent][aria-current=page]').waitFor()
  const openedMessage = page.context().waitForEvent('page')
  await row.getByRole('link').click({ button: 'middle' })
  const message = await openedMessage
  await message.getByText('Text of message 20.').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
  t.is(await page.locator('.row.is-open').count(), 0)

  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('dialog', { name: 'Contacts' }).waitFor()
  t.is(page.context().pages().length, 5)
})
