import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial(
  'a message moves to a window of its own with its file, and both windows stay usable',
  async (t) => {
    const { page, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Engines')
    await richText(page).pressSequentially('Half a thought')
    await page.locator('input[type=file]').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The plan'),
    })

    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in new window' }).click()
    const popup = await opening
    await page.locator('.composer').waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.getByLabel('Subject').fill('Another')
    const inside = richText(popup)
    await inside.getByText('Half a thought').waitFor()
    await popup.getByText('plan.txt').waitFor()
    t.is(await popup.locator('.composer').count(), 1)
    await inside.press('Control+End')
    await inside.pressSequentially(', and the rest')
    await inside.press('Control+Enter')
    await popup.getByText('Message sent', { exact: true }).waitFor()

    const source = sent()[0]?.source ?? ''
    t.regex(source, /Half a thought, and the rest[^]*plan\.txt/)
    t.is(await page.getByLabel('Subject').inputValue(), 'Another')
    t.deepEqual(complaints, [])
  },
)

test.serial('a message that cannot be stored stays where it is', async (t) => {
  const { page } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.route(/_action=send/, (route) => route.abort())
  await page.keyboard.press('c')
  await page.getByLabel('Subject').fill('Engines')
  await richText(page).pressSequentially('Half a thought')

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open in new window' }).click()
  const popup = await opening
  if (!popup.isClosed()) await popup.waitForEvent('close')

  t.is(await richText(page).innerText(), 'Half a thought')
})

test.serial('where the browser refuses a window it is said, and the message stays', async (t) => {
  const { page, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.evaluate(() => (window.open = () => null))
  await page.keyboard.press('c')
  await page.getByLabel('Subject').fill('Engines')

  await page.getByRole('button', { name: 'Open in new window' }).click()

  await page.getByText('Your browser blocked the new window.').waitFor()
  t.is(await page.getByLabel('Subject').inputValue(), 'Engines')
  t.deepEqual(complaints, [])
})
