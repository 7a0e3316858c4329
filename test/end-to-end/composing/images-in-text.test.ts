import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import { isOfThePage, richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** A picture of one colour, of that size. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([columns, rows]) => {
      const canvas = new OffscreenCanvas(columns, rows)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.fillStyle = 'teal'
      context.fillRect(0, 0, columns, rows)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height] as const,
  )
  return Buffer.from(bytes)
}

/** As a program for screenshots leaves it in the clipboard. */
async function pasteImage(inside: Locator, content: Buffer): Promise<void> {
  await inside.evaluate(
    (body, bytes) => {
      const clipboardData = new DataTransfer()
      const file = new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
      clipboardData.items.add(file)
      body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
    },
    [...content],
  )
}

async function clickWithin(page: Page, image: Locator): Promise<void> {
  const box = await image.boundingBox()
  if (box === null) throw new Error('the image is not shown')
  await page.mouse.click(box.x + 30, box.y + 30)
}

async function startMessage(page: Page, subject: string): Promise<void> {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page
    .getByLabel('To', { exact: true })
    .and(page.locator(':visible'))
    .fill('bob@receiver.test')
  await page.locator('[name=subject]:visible').fill(subject)
}

test.serial(
  'a pasted screenshot stands in the text, is resized and described by keys, and goes out as a part',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await startMessage(page, 'Screenshot')
    const inside = richText(page)
    const content = await picture(page, 900, 300)

    await inside.pressSequentially('Look ')
    await pasteImage(inside, content)
    await inside.locator('img[src^="blob:"]').waitFor()
    t.is(await page.locator('.attached').count(), 0)
    t.is(await inside.locator('img').getAttribute('width'), '640')
    await inside.press('Shift+ArrowLeft')
    await page.getByRole('group', { name: 'Image' }).waitFor()
    await page.getByRole('button', { name: 'Insert image' }).press('Enter')
    t.true(
      await page
        .getByRole('button', { name: 'Small', exact: true })
        .evaluate((button) => button === document.activeElement),
    )
    await page.keyboard.press('Enter')
    t.is(await inside.locator('img').getAttribute('width'), '320')
    t.is(await inside.locator('img').getAttribute('height'), '107')
    await page.getByLabel('Alt text').fill('The window')
    await page.keyboard.press('Enter')
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    const markup = source.replaceAll('=\r\n', '')
    const [, contentId = ''] = /Content-ID: <(image-[^>]+)>/i.exec(source) ?? []
    t.regex(source, /multipart\/alternative[^]*multipart\/related[^]*text\/html[^]*image\/png/)
    t.regex(markup, new RegExp(`<img[^>]*src=(?:3D)?"cid:${contentId}"`))
    t.regex(markup, /<img[^>]*alt=(?:3D)?"The window"/)
    t.regex(markup, /<img[^>]*width=(?:3D)?"320"/)
    t.notRegex(source, /data-part|blob:|tabindex/)
    t.true(source.replaceAll('\r\n', '').includes(content.toString('base64')))
    t.deepEqual(complaints, [])
  },
)

test.serial('an image that was clicked is resized by a press, and holds no key back', async (t) => {
  const { page, complaints } = await openSignedInPage(t)
  await startMessage(page, 'Screenshot')
  const inside = richText(page)
  await inside.pressSequentially('Look ')
  await pasteImage(inside, await picture(page, 600, 200))
  const image = inside.locator('img[src^="blob:"]')
  await image.waitFor()

  await clickWithin(page, image)
  await page.getByRole('button', { name: 'Small', exact: true }).click()
  t.is(await image.getAttribute('width'), '320')
  await clickWithin(page, image)
  await inside.locator('.squire-image-resize-container').waitFor()
  await page.keyboard.type('here')

  t.is((await inside.innerText()).replaceAll('\u00a0', ' ').trim(), 'Look here')
  t.is(await inside.locator('.squire-image-resize-container').count(), 0)
  t.deepEqual(complaints.filter(isOfThePage), [])
})

test.serial(
  'an image in the text outlasts a draft and a reload; one that was deleted is not sent',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await startMessage(page, 'Two images')
    const inside = richText(page)
    const [first, second] = [await picture(page, 20, 10), await picture(page, 30, 10)]

    await inside.pressSequentially('Words')
    await inside.press('Enter')
    await pasteImage(inside, first)
    await inside.locator('img[width="20"][src^="blob:"]').waitFor()
    await page.reload()
    await inside.locator('img[width="20"][src^="blob:"]').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await inside.press('Control+End')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Insert image' }).click()
    const file = { name: 'my cat.png', mimeType: 'image/png', buffer: second }
    await (await choosing).setFiles(file)
    await inside.locator('img[width="30"][src^="blob:"]').waitFor()
    await inside.press('Backspace')
    await inside.locator('img[width="30"]').waitFor({ state: 'detached' })
    await inside.press('Escape')
    await page.locator('.composer').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByRole('row', { name: /Two images/ }).click()
    await page.getByRole('button', { name: 'Edit draft' }).click()
    await inside.locator('img[width="20"][src^="blob:"]').waitFor()
    t.is(await page.locator('.attached').count(), 0)
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = (sent(owner)[0]?.source ?? '').replaceAll('\r\n', '')
    t.true(source.includes(first.toString('base64')))
    t.false(source.includes(second.toString('base64')))
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'an image is moved within its text and into another message by keys, with its file',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    const content = await picture(page, 20, 10)
    const inside = richText(page)
    const image = inside.locator('img[width="20"][src^="blob:"]')
    await startMessage(page, 'First')
    await inside.pressSequentially('Before ')
    await pasteImage(inside, content)
    await image.waitFor()

    await inside.press('Shift+ArrowLeft')
    await inside.press('Control+x')
    await image.waitFor({ state: 'detached' })
    await inside.press('Control+Home')
    await inside.press('Control+v')
    await image.waitFor()
    t.regex((await inside.innerHTML()).replaceAll('&nbsp;', ' '), /<div[^>]*><img[^>]*>Before/)
    await inside.press('Control+a')
    await inside.press('Control+c')
    await page.getByRole('button', { name: 'Minimize' }).press('Enter')
    await startMessage(page, 'Second')
    const second = page.locator('.composer:visible').frameLocator('iframe').getByRole('textbox')
    await second.press('Control+v')
    await second.locator('img[width="20"][src^="blob:"]').waitFor()
    await second.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    t.regex(source, /^Subject: Second/m)
    t.true(source.replaceAll('\r\n', '').includes(content.toString('base64')))
    t.regex(source.replaceAll('=\r\n', ''), /<img[^>]*src=(?:3D)?"cid:/)
    t.deepEqual(complaints.filter(isOfThePage), [])
  },
)
