import test from 'ava'
import { recipientsIn, richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test('a message is taken back, changed and sent; its first version never goes out', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, {
    config: { webmail: { undoSeconds: 5 } },
  })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('Ada <ada@example.org>, bea@example.org')
  await page.getByLabel('Subject').fill('Order')
  await richText(page).pressSequentially('Ten **large** boxes')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sending…').waitFor()
  await page.getByRole('link', { name: 'Outbox 1' }).waitFor()

  await page.getByRole('button', { name: 'Undo' }).click()
  await richText(page).getByText('large').waitFor()
  t.is(await richText(page).locator('b').innerText(), 'large')
  t.deepEqual(await recipientsIn(page, 'to'), ['Ada <ada@example.org>', 'bea@example.org'])
  await page.getByRole('link', { name: /^Outbox/ }).waitFor({ state: 'detached' })
  await richText(page).press('Control+End')
  await page.keyboard.type(', please')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  t.is(sent().length, 1)
  t.regex(sent()[0]?.source ?? '', /Ten <b>large<\/b> boxes, please/)
  t.deepEqual(sent()[0]?.to, ['ada@example.org', 'bea@example.org'])
  await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()
  await page.getByRole('link', { name: /^Sent/ }).click()
  await page.getByRole('row', { name: /Order/ }).waitFor()
  t.is(await page.getByRole('row').count(), 1)
  t.deepEqual(complaints, [])
})

test('a message is sent though its page is closed at once', async (t) => {
  const { page, sent } = await openSignedInPage(t, { config: { webmail: { undoSeconds: 2 } } })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Order')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sending…').waitFor()
  await page.close()

  for (let waits = 0; sent().length === 0 && waits < 600; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  t.is(sent().length, 1)
})
