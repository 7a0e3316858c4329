import test, { type ExecutionContext } from 'ava'
import { deliverWaiting } from '../../../../support/web/fake-outbox.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'
import { violations } from '../../../../support/web/violations.ts'

const openMail = browserTests(test)
const UNDO_SECONDS = 30

/** A message is written. */
async function writeOne(t: ExecutionContext, subject = 'Order') {
  const opened = await openMail(t, { undoSeconds: UNDO_SECONDS, hasEvents: true })
  const { page } = opened
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message text').fill('Ten boxes')
  return opened
}

test('what is sent can be undone, and opens again to be edited; only its new version is sent', async (t) => {
  const { page, api, complaints } = await writeOne(t)
  await page.keyboard.press('Control+Enter')
  await page.locator('.composer').waitFor({ state: 'detached' })
  await page.getByText('Sending…').waitFor()
  t.is(api.sent.size, 0)
  const [first = ''] = api.outbox.keys()

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByLabel('Message text').fill('Twelve boxes')
  t.is(api.outbox.size, 0)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Outbox 1' }).waitFor()
  const [second = ''] = api.outbox.keys()
  t.not(second, first)
  deliverWaiting(second, api)
  api.pushed.publish({ kind: 'outbox' })
  await page.getByText('Message sent').waitFor()

  t.deepEqual(
    [...api.sent.values()].map(({ text }) => text),
    ['Twelve boxes'],
  )
  t.is(await page.getByRole('link', { name: /^Outbox/ }).count(), 0)
  t.deepEqual(complaints, [])
})

test('a message is scheduled by keys, listed with its time, changed, and taken back', async (t) => {
  const { page, api, complaints } = await writeOne(t, 'Tea')
  await page.getByRole('button', { name: 'Send later' }).press('Enter')
  await page.locator('[role=menuitem]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByText(/^Scheduled for .*8:00/).waitFor()
  const [{ message } = { message: undefined }] = api.outbox.values()
  t.true((message?.dueAt ?? 0) > Date.now())

  await page.getByRole('link', { name: 'Outbox 1' }).click()
  await page.waitForURL(/_layer=outbox/)
  const dialog = page.getByRole('dialog', { name: 'Outbox' })
  await dialog.getByText(/^Will be sent .*8:00/).waitFor()
  t.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Change time' }).click()
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Date and time').fill(`${day}T23:15`)
  await dialog.getByLabel('Date and time').press('Enter')
  await dialog.getByText(/^Will be sent .*(?:11|23):15/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel sending' }).click()
  await page.getByText('Not sent. The message is in Drafts.').waitFor()
  await dialog.getByText('Nothing is waiting to be sent.').waitFor()

  t.is(api.outbox.size, 0)
  t.is(api.mailboxes.get('Drafts')?.messages.length, 1)
  t.deepEqual(complaints, [])
})

test('what the mail server refused is told with its words, and is edited from the outbox', async (t) => {
  const { page, api } = await writeOne(t, 'Too much')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Outbox 1' }).waitFor()
  const [[id, waiting] = []] = [...api.outbox]
  if (id === undefined || waiting === undefined) throw new Error('nothing waits')
  const refused = { state: 'refused', dueAt: null, error: 'No such user here.' } as const
  const message = { ...waiting.message, ...refused }
  api.outbox.set(id, { ...waiting, message })
  api.pushed.publish({ kind: 'outbox' })

  await page.getByText('“Too much” was not sent.').waitFor()
  await page.getByRole('button', { name: 'Open outbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Outbox' })
  await dialog.getByText('The mail server refused this message. No such user here.').waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Message text').waitFor()

  t.is(await page.getByLabel('Subject').inputValue(), 'Too much')
  t.is(api.outbox.size, 0)
})

test('where the mail server takes no draft the message can be sent at once', async (t) => {
  const { page, api } = await writeOne(t)
  api.refused.set('send-later', 'outbox_unavailable')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByText('The mail server did not take this message').waitFor()
  t.is(api.sent.size, 0)

  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Message sent').waitFor()

  t.is(api.sent.size, 1)
})

test('the time to undo is chosen in the settings, and none sends at once', async (t) => {
  const { page, api } = await writeOne(t)
  await page.keyboard.press('Escape')
  await page.locator('.composer').waitFor({ state: 'detached' })
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Writing' }).click()
  const choice = page.getByLabel('Undo send')
  t.is(await choice.inputValue(), String(UNDO_SECONDS))
  const saved = api.next('save-settings')
  await choice.selectOption('Off')
  await saved
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()

  t.is(api.sent.size, 1)
  t.is(api.outbox.size, 0)
})
