import test from 'ava'
import { openDesk } from '../signed-in-page.ts'

test.serial('a stored draft still asks for the receipt that was asked for', async (t) => {
  const { page, owner, sent, complaints } = await openDesk(t)
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('bea@example.org')
  await page.getByLabel('Subject').fill('Contract')
  await page.getByLabel('Ask for a receipt').check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Drafts 1 drafts' }).click()
  await page.getByRole('row', { name: /Contract/ }).click()
  await page.getByRole('button', { name: 'Edit draft' }).click()

  t.true(await page.getByLabel('Ask for a receipt').isChecked())
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()
  const field = new RegExp(`^Disposition-Notification-To: .*${owner}`, 'm')
  t.regex(sent(owner)[0]?.source ?? '', field)
  t.deepEqual(complaints, [])
})
