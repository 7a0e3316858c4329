import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test('whether it was delivered is asked of a mail server that tells, also by a draft that waited', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, {
    offersDeliveryStatus: true,
    config: { webmail: { undoSeconds: 2 } },
  })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@x.test')
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill('Ten.')
  await page.getByRole('checkbox', { name: 'Delivery receipt' }).check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await page.getByRole('row', { name: /Order/ }).click()
  await page.getByRole('button', { name: 'Edit draft' }).first().click()
  await page.getByRole('checkbox', { name: 'Delivery receipt', checked: true }).waitFor()
  await page.getByLabel('Subject').press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  const [message] = sent()
  const id = /^Message-ID:\s*<(.*)>/im.exec(message?.source ?? '')?.[1] ?? 'none'
  t.is(message?.statusRequest?.ret, 'HDRS')
  t.is(message?.statusRequest?.envid, id.slice(0, 100))
  t.deepEqual(message?.originalRecipients, ['rfc822;ada@x.test'])
  t.notRegex(message?.source ?? '', /X-Postern/)
  t.deepEqual(complaints, [])
})

test('a mail server that does not tell is not asked, and nothing of it is offered', async (t) => {
  const { page, sent } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@x.test')
  await page.getByLabel('Subject').fill('Order')

  t.is(await page.getByRole('checkbox', { name: 'Request a read receipt' }).count(), 1)
  t.is(await page.getByRole('checkbox', { name: 'Delivery receipt' }).count(), 0)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()
  t.is(sent().length, 1)
})
