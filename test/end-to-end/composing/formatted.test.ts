import test from 'ava'
import { openDesk } from '../signed-in-page.ts'

test.serial(
  'a formatted message is kept in a draft as it is, and sent in both forms',
  async (t) => {
    const { page, owner, sent, complaints } = await openDesk(t)
    await page.getByRole('row').first().waitFor()
    const inside = page.frameLocator('iframe[title="Message text"]').getByRole('textbox')

    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Engines')
    await page.getByRole('checkbox', { name: 'Formatted text' }).click()
    await inside.pressSequentially('Strong')
    await inside.press('Control+a')
    await inside.press('Control+b')
    await inside.press('End')
    await inside.press('Enter')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await inside.pressSequentially('One')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await inside.press('Escape')
    await page.getByRole('button', { name: /^Drafts/ }).click()
    await page.getByRole('row', { name: /Engines/ }).click()
    await page.getByRole('button', { name: 'Edit draft' }).click()
    await inside.locator('b', { hasText: 'Strong' }).waitFor()
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    t.regex(source, /multipart\/alternative[^]*\r\nStrong\r\n[^]*\* One/)
    t.regex(source, /<b>Strong<\/b>[^]*<li[^>]*><b>One<\/b>/)
    t.deepEqual(complaints, [])
  },
)
