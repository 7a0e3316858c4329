import test from 'ava'
import type { Dovecot } from '../support/dovecot/dovecot.ts'
import { richText } from '../support/web/composed.ts'
import { openSignedInPage } from './signed-in-page.ts'

async function deliverQuestion(dovecot: Dovecot, owner: string): Promise<void> {
  await dovecot.deliver(owner, { raw: QUESTION, flags: [] })
}

const QUESTION = [
  'From: Ada Lovelace <ada@example.org>',
  'To: user0001@example.test',
  'Subject: The engine',
  'Date: Fri, 20 Nov 2026 09:00:00 +0000',
  'Message-ID: <engine@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Does it <b>weave</b> algebraic patterns?<script>document.title="run"</script></p>',
  '',
].join('\r\n')

test('a mail is read in its frame, answered, and found in Sent', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, { prepare: deliverQuestion })

  await page.getByRole('row', { name: /The engine/ }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('weave').waitFor()
  await page.keyboard.press('r')
  const text = richText(page)
  await text.waitFor()
  await text.pressSequentially('As the Jacquard loom weaves flowers.')
  await page.keyboard.press('Control+Enter')
  await text.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: /^Sent/ }).click()
  await page.getByRole('row', { name: /Re: The engine/ }).waitFor()

  t.is(sent().length, 1)
  t.deepEqual(sent()[0]?.to, ['ada@example.org'])
  t.regex(sent()[0]?.source ?? '', /In-Reply-To: <engine@example\.org>/)
  t.not(await page.title(), 'run')
  t.deepEqual(complaints, [])
})

test('the beginning of a mail is in the list once its owner wants it, and after the page is loaded again', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { prepare: deliverQuestion })
  await page.getByRole('row', { name: /The engine/ }).waitFor()
  const beginning = page.getByRole('row').getByText('Does it weave algebraic patterns?')
  t.is(await beginning.count(), 0)
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Reading' }).click()

  await page.getByLabel('Message preview').selectOption('One line')

  await beginning.waitFor()
  await page.reload()
  await beginning.waitFor()
  t.deepEqual(complaints, [])
})

test('a mail deleted by keyboard stays deleted after the page is loaded again', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { prepare: deliverQuestion })
  await page.getByRole('row', { name: /The engine/ }).waitFor()

  await page.getByRole('row', { name: /The engine/ }).click()
  // Requested after its deletion it would be missing (404), which browsers complain about.
  await page.frameLocator('iframe').getByText('weave').waitFor()
  await page.keyboard.press('#')
  await page.getByRole('row', { name: /The engine/ }).waitFor({ state: 'detached' })
  // The row leaves ahead of the server's word.
  await page.getByText('Message deleted').waitFor()
  await page.reload()
  await page.getByRole('row').first().waitFor()

  t.is(await page.getByRole('row', { name: /The engine/ }).count(), 0)
  t.deepEqual(complaints, [])
})
