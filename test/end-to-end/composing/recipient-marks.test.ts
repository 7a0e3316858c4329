import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const CARD = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Quill\r\nEMAIL:ada@shop.test\r\nPHOTO;ENCODING=b;TYPE=PNG:${PIXEL}\r\nEND:VCARD\r\n`

test('external recipients and look-alikes are marked, in words as well, and a suggestion shows the picture', async (t) => {
  const { page, complaints } = await openSignedInPage(t, {
    config: { webmail: { internalDomains: ['example.test'] } },
  })
  await page.getByRole('row').first().waitFor()
  await page.getByRole('link', { name: 'Contacts' }).click()
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).click(),
  ])
  await picker.setFiles({ name: 'ada.vcf', mimeType: 'text/vcard', buffer: Buffer.from(CARD) })
  await page.getByText('Ada Quill').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')

  const to = page.getByLabel('To', { exact: true })
  await to.pressSequentially('ada')
  const suggestion = page.getByRole('option', { name: 'Ada Quill' })
  await suggestion.getByText('External', { exact: true }).waitFor()
  const picture = suggestion.locator('img.avatar')
  await picture.waitFor()
  t.true(
    await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('bob@examp1e.test, eve@new.test, fay@example.test,')

  await page.getByRole('option', { name: 'Ada Quill External' }).waitFor()
  await page.getByRole('option', { name: 'eve@new.test External, first message' }).waitFor()
  await page.getByText('bob@examp1e.test: This only looks like example.test.').waitFor()
  const inside = page.locator('.recipient', { hasText: 'fay@example.test' })
  t.is(await inside.getAttribute('title'), 'fay@example.test')
  t.deepEqual(complaints, [])
})
