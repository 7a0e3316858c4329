import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const questions = [
  'From: Ada Lovelace <ada@example.org>',
  'To: user0001@example.test',
  'Subject: Three questions',
  'Message-ID: <questions@example.org>',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Which engine?</p><p>What day?</p><p>Who pays?</p>',
  '',
].join('\r\n')

async function openReply(t: Parameters<typeof openSignedInPage>[0]) {
  const opened = await openSignedInPage(t, {
    prepare: (dovecot, owner) => dovecot.deliver(owner, { mailbox: 'INBOX', raw: questions }),
  })
  const { page } = opened
  await page.getByRole('row', { name: /Three questions/ }).click()
  await page.frameLocator('.message-frame').getByText('Which engine?').waitFor()
  await page.keyboard.press('r')
  const inside = richText(page)
  await inside.locator('blockquote').waitFor({ state: 'attached' })
  return { ...opened, inside, quote: inside.locator('blockquote') }
}

test.serial('the quotation of a reply is folded, opens on request, and is sent', async (t) => {
  const { page, inside, quote, sent, complaints } = await openReply(t)
  t.false(await quote.isVisible())
  const toggle = page.getByRole('button', { name: 'quoted text' })
  t.is(await toggle.getAttribute('aria-expanded'), 'false')

  await toggle.press('Enter')
  t.true(await quote.isVisible())
  await toggle.press('Enter')
  t.false(await quote.isVisible())
  await inside.pressSequentially('The first one.')
  await inside.press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  const source = sent()[0]?.source.replaceAll('=\r\n', '') ?? ''
  t.regex(source, /The first one\.[^]*<blockquote[^]*Which engine\?[^]*Who pays\?/)
  t.notRegex(source, /data-folded|display: ?none/)
  t.deepEqual(complaints, [])
})

test.serial('three answers between the lines stand between its pieces', async (t) => {
  const { page, inside, sent, complaints } = await openReply(t)
  await page.getByRole('button', { name: 'quoted text' }).click()

  for (const [question, answer] of [
    ['Which engine?', 'The first one.'],
    ['What day?', 'Monday.'],
    ['Who pays?', 'I do.'],
  ] as const) {
    await inside.getByText(question).click()
    await inside.press('End')
    await inside.press('Enter')
    await inside.press('Enter')
    await inside.pressSequentially(answer)
  }
  t.is(await inside.locator('blockquote:visible').count(), 3)
  await inside.press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  const source = sent()[0]?.source ?? ''
  t.regex(
    source,
    /> Which engine\?\s+The first one\.\s+> What day\?\s+Monday\.\s+> Who pays\?\s+I do\./,
  )
  t.deepEqual(complaints, [])
})
