import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial(
  'a formatted message is stored in a draft as it is, and sent in both forms',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    const inside = richText(page)

    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Engines')
    await inside.pressSequentially('Strong')
    await inside.press('Control+a')
    await inside.press('Control+b')
    await inside.press('End')
    await inside.press('Enter')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await inside.pressSequentially('One of many')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await inside.press('Escape')
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByRole('row', { name: /Engines/ }).click()
    await page.getByRole('button', { name: 'Edit draft' }).click()
    await inside.locator('b', { hasText: 'Strong' }).waitFor()
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    t.regex(source, /multipart\/alternative[^]*\r\nStrong\r\n[^]*\* One of many/)
    t.regex(source, /<b>Strong<\/b>[^]*<li[^>]*><b>One of many<\/b>/)
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'cells of a spreadsheet are pasted as a table, a picture as a file, and a link needs no scheme',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    const inside = richText(page)
    const paste = (markup: string) =>
      inside.evaluate((body, html) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        clipboardData.items.add(new File(['pixels'], 'image.png', { type: 'image/png' }))
        body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
      }, markup)

    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Cells')
    await inside.click()
    await paste(
      '<style>.xl65{border:.5pt solid windowtext}</style><!--StartFragment--><table>' +
        '<tr><td class=xl65>Seven</td><td class=xl65>Eight</td></tr></table><!--EndFragment-->',
    )
    await inside.getByRole('cell', { name: 'Seven' }).waitFor()
    t.is(await page.getByText('image.png').count(), 0)
    await paste('<img src="https://elsewhere.test/a.png">')
    await page.getByText('image.png').waitFor()

    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const link = page.getByLabel('Link address')
    await link.fill('no address')
    await link.press('Enter')
    t.is(await link.getAttribute('aria-invalid'), 'true')
    await link.fill('example.test/engines')
    await link.press('Enter')
    await inside.getByRole('link').waitFor()
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    const bordered = 'border: ?1px solid (?:#000000|rgb\\(0, ?0, ?0\\))'
    t.regex(
      source.replaceAll('=\r\n', '').replaceAll('=3D', '='),
      new RegExp(`<td[^>]*${bordered}[^>]*>Seven</td><td[^>]*${bordered}[^>]*>Eight</td></tr>`),
    )
    t.regex(source, /href=(3D)?"https:\/\/example\.test\/engines"/)
    t.notRegex(source, /StartFragment/)
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'a formatted message is never written in an error page, and its words wait for its document',
  async (t) => {
    const { page } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    const body =
      '<!doctype html><head><link rel="stylesheet" href="x.css"></head><h1>No answer</h1>'
    const refused = { status: 503, contentType: 'text/html', body }
    await page.route(/\/postern\/message/, (route) => route.fulfill(refused), { times: 1 })

    await page.keyboard.press('c')
    await page.getByText('The server cannot be reached.').waitFor()
    t.is(await page.frameLocator('.editor-frame').locator('[contenteditable]').count(), 0)

    await richText(page).fill('Kept')
    await richText(page).getByText('Kept').waitFor()
  },
)

test.serial(
  'an empty quoted line leaves the quote, and a link is made, changed and taken away by keys',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    const inside = page.frameLocator('.editor-frame').getByRole('textbox')
    const link = page.getByLabel('Link address')
    await page.keyboard.press('c')

    await inside.pressSequentially('Quoted')
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await inside.press('Enter')
    await inside.press('Enter')
    await inside.pressSequentially('Answer')
    t.regex(
      await inside.innerHTML(),
      /<blockquote[^>]*><div[^>]*>Quoted<\/div><\/blockquote><div[^>]*>Answer/,
    )

    await inside.press('Shift+Home')
    await inside.press('Control+k')
    await link.fill('example.test')
    await link.press('Enter')
    await inside.press('Control+k')
    t.is(await link.inputValue(), 'https://example.test')
    await link.fill('')
    await link.press('Enter')
    t.is(await inside.getByRole('link').count(), 0)
    t.deepEqual(complaints, [])
  },
)

test.serial('Escape keeps the formatting that would be lost, and the message open', async (t) => {
  const { page } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  const inside = page.frameLocator('.editor-frame').getByRole('textbox')
  const isFormatted = page.getByRole('checkbox', { name: 'Rich text' })
  await page.keyboard.press('c')
  await inside.pressSequentially('Strong')
  await inside.press('Control+a')
  await inside.press('Control+b')
  await isFormatted.click()
  await page.getByText('The formatting of this message will be lost.').waitFor()

  await isFormatted.press('Escape')

  await page
    .getByText('The formatting of this message will be lost.')
    .waitFor({ state: 'detached' })
  t.true(await isFormatted.isChecked())
  t.is(await inside.locator('b').innerText(), 'Strong')
})

test.serial(
  'formats are undone and redone by keys, and sent without classes of the editor',
  async (t) => {
    const { page, owner, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    const inside = page.frameLocator('.editor-frame').getByRole('textbox')
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('bob@receiver.test')
    await page.getByLabel('Subject').fill('Centred')
    await inside.pressSequentially('Engines')
    await inside.press('Control+a')
    await inside.press('Alt+Shift+5')
    await inside.locator('s', { hasText: 'Engines' }).waitFor()
    await inside.press('Control+z')
    t.is(await inside.locator('s').count(), 0)
    await inside.press('Control+y')
    await page.getByRole('button', { name: 'Align center' }).click()
    await page.getByRole('button', { name: 'Subheading' }).click()
    await inside.locator('h3 s', { hasText: 'Engines' }).waitFor()
    await inside.press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    const source = sent(owner)[0]?.source ?? ''
    t.regex(source, /<h3[^>]*text-align: ?center[^>]*><s>Engines<\/s><\/h3>/)
    t.notRegex(source, /class=/)
    t.deepEqual(complaints, [])
  },
)
