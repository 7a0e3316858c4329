import test from 'ava'
import type { Page } from 'playwright-core'
import { openSignedInPage } from '../signed-in-page.ts'

/** A photograph of that size, which is noise: as a camera's it does not become small by itself. */
async function photograph(page: Page, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([columns, rows]) => {
      const canvas = new OffscreenCanvas(columns, rows)
      const context = canvas.getContext('2d')
      const image = context?.createImageData(columns, rows)
      if (image === undefined) throw new Error('no canvas')
      for (let at = 0; at < image.data.length; at += 1) {
        image.data[at] = at % 4 === 3 ? 255 : Math.random() * 255
      }
      context?.putImageData(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height] as const,
  )
  return Buffer.from(bytes)
}

async function sizeOf(page: Page, content: Buffer): Promise<readonly [number, number]> {
  return page.evaluate(
    async (bytes) => {
      const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      return [width, height] as const
    },
    [...content],
  )
}

async function sendWith(page: Page, sent: () => readonly { readonly source: string }[]) {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.composer').waitFor({ state: 'detached' })
  const source = sent().at(-1)?.source ?? ''
  const [, base64 = ''] = /photo\.jpg[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source) ?? []
  return Buffer.from(base64, 'base64')
}

test('an attached photograph is sent small on wish, or as it was', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  const photo = await photograph(page, 1_000, 500)
  const write = async () => {
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Photograph')
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo }
    await page.locator('input[type=file]').setInputFiles(file)
  }
  const shownSize = page.locator('.attachment-size').last()
  const choice = page.getByLabel('Image size')

  await write()
  const whole = await shownSize.textContent()
  await choice.selectOption('Small')
  await page.locator('.attachment-size', { hasNotText: whole ?? '' }).waitFor()
  const small = await sendWith(page, sent)
  await write()
  await choice.selectOption('Small')
  await page.locator('.attachment-size', { hasNotText: whole ?? '' }).waitFor()
  await choice.selectOption('Original')
  await page.locator('.attachment-size', { hasText: whole ?? '' }).waitFor()
  const original = await sendWith(page, sent)

  t.deepEqual(await sizeOf(page, small), [640, 320])
  t.true(small.length < photo.length / 2, `${small.length} of ${photo.length} bytes`)
  t.true(original.equals(photo))
  t.deepEqual(complaints, [])
})
