import test from 'ava'
import { violations } from '../support/web/violations.ts'
import { openSignedInPage } from './signed-in-page.ts'

const card = (name: string, more: string) =>
  `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\n${more}\r\nEND:VCARD\r\n`

test('an address book is filled, kept tidy and never loses what was typed', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 1 })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('grace@post.test')
  await page.getByLabel('Subject').fill('Compilers')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  await page.keyboard.press('b')
  const cards = card('Ada King', 'EMAIL:ada@post.test') + card('Ada King', 'TEL:+44 20 1')
  const content = Buffer.from(cards)
  const vcf = { name: 'people.vcf', mimeType: 'text/vcard', buffer: content }
  await page.locator('input[accept*=".vcf"]').setInputFiles(vcf)
  await page.getByText('2 added').waitFor()
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByText('1 possible duplicate').waitFor()
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Merge 2 contacts' }).click()
  await page.getByText('No duplicates found.').waitFor()

  await page.getByRole('button', { name: 'Collected recipients (1)' }).click()
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Add grace@post.test to contacts' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Grace')
  const pixel = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 60 } })
  const picture = { name: 'grace.png', mimeType: 'image/png', buffer: pixel }
  await page.locator('input[accept="image/*"]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
  await page.getByRole('button', { name: 'Add a website' }).click()
  await page.getByLabel('Website 1', { exact: true }).fill('https://grace.test/')
  await page.getByRole('button', { name: 'Add a postal address' }).click()
  await page.getByLabel('City').fill('Arlington')
  await page.getByLabel('Birthday').fill('1906-12-09')
  t.deepEqual(await violations(page), [])

  await page.keyboard.press('Escape')
  await page.getByText('Your changes are not saved.').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('Your changes are not saved.').waitFor()
  t.is(await page.getByLabel('First name').inputValue(), 'Grace')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('was saved').waitFor()
  await page.getByText('Arlington').waitFor()
  await page.getByText('https://grace.test/').waitFor()
  const shown = page.locator('.contact-details img.avatar')
  const size = await shown.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) return undefined
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })

  t.deepEqual(size, [40, 40])
  t.deepEqual(complaints, [])
})
