import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import { holdNotices } from '../../../../support/web/hold-notices.ts'
import type { FakeInput } from '../../../../support/web/fake-account.ts'
import type { FakeApi } from '../../../../support/web/fake-api.ts'
import { recipientsIn } from '../../../../support/web/composed.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** Forms of the messages that were to be sent; a draft that is saved meanwhile is the same action. */
function sendsOf({ calls }: FakeApi): readonly FakeInput[] {
  return calls
    .filter(({ action, input }) => action === 'send' && input.isDraft !== true)
    .map(({ input }) => input)
}

/** Sends while no copy can be stored. Resolves to what says so, once it is there. */
async function sendUnfiled(page: Page, api: FakeApi): Promise<Locator> {
  api.canFile = false
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const banner = page.getByText('its copy is not in Sent yet. We’ll keep trying.')
  await banner.waitFor()
  return banner
}

test('a message that is sent arrives once, however often send is pressed', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('button', { name: 'New message' }).first().click()
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('Message text').fill('How are you?')

  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()

  await page.getByText('Message sent').waitFor()
  const [form] = [...api.sent.values()]
  t.is(api.sent.size, 1)
  t.is(form?.to, 'ada@example.test')
  t.is(form?.text, 'How are you?')
})

test('what is typed while a message goes out is neither lost nor a command', async (t) => {
  const { page, api } = await openMail(t)
  let goOn: (() => void) | undefined
  const isHeld = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/_action=send/, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('How are you?')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Sending' }).waitFor()

  await page.keyboard.type('e# and more')
  const written = await page.getByLabel('Message text').inputValue()
  await page.getByRole('button', { name: 'New message' }).first().click()
  await page.getByRole('button', { name: 'Close Order' }).waitFor()
  goOn?.()
  await page.getByText('Message sent').waitFor()

  t.is(written, 'How are you?')
  t.deepEqual(
    [...api.sent.values()].map((form) => form.text),
    ['How are you?'],
  )
  t.is(api.mailboxes.get('INBOX')?.messages.length, 20)
})

test('a reply quotes the message and goes to its sender', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByLabel('Message text').pressSequentially('Thanks')
  await page.keyboard.press('Control+Enter')

  await page.getByText('Message sent').waitFor()
  const [form] = [...api.sent.values()]
  t.is(form?.to, 'Sender 20 <sender20@example.test>')
  t.is(form?.subject, 'Re: Message 20')
  t.is(form?.['inReplyTo'], '<20@example.test>')
  t.is(form?.text?.replaceAll('\r', ''), 'Thanks\n\n> Text of message 20.')
})

test('a refusal keeps every word and shows the reason', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('send', 'recipient_invalid')
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('nobody')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('Precious')

  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await page.getByText('One of the addresses is not valid.').waitFor()
  t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
  t.true(await page.getByRole('button', { name: 'Send', exact: true }).isEnabled())
})

test('a message that may have been delivered is asked about and sent again under its id', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('send', 'send_uncertain')
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('Hello')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('This message may have been delivered').waitFor()
  api.refused.delete('send')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Message sent').waitFor()

  const [first, second] = sendsOf(api)
  t.truthy(first?.composeId)
  t.is(second?.composeId, first?.composeId)
  t.deepEqual([first?.isAgain, second?.isAgain], [false, true])
  t.is(api.sent.size, 1)
})

test('a message changed after it was sent goes out as another one', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('send', 'already_sent')
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('This message was sent as it was before').waitFor()
  api.refused.delete('send')
  await page.getByRole('button', { name: 'Send as a new message' }).click()
  await page.getByText('Message sent').waitFor()

  const [first, second] = sendsOf(api)
  t.truthy(first?.composeId)
  t.not(second?.composeId, first?.composeId)
  t.deepEqual([...api.sent.keys()], [second?.composeId])
})

test('a copy that is not filed yet outlives a reload, and is filed when that is possible', async (t) => {
  const { page, api } = await openMail(t)
  page.on('dialog', (dialog) => void dialog.accept())
  const banner = await sendUnfiled(page, api)

  await page.reload()
  await banner.waitFor()
  api.canFile = true
  await page.getByText('The copy of “Hello” is in Sent now.').waitFor()

  t.is(api.mailboxes.get('Sent')?.messages.length, 1)
  t.is(api.sent.size, 1)
  t.is(await page.getByText('is not in Sent yet').count(), 0)
})

test('a copy that is given up comes back by undo', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  const banner = await sendUnfiled(page, api)

  await page.getByRole('button', { name: 'Don’t save a copy' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()

  await banner.waitFor()
  t.is(api.sent.size, 1)
})

test('a copy that the server fails to store is told with the request id', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  await sendUnfiled(page, api)

  api.refused.set('send', 'internal')
  await page.getByText('The copy of a message that was sent could not be stored.').waitFor()

  t.is(await page.getByText('Reference: a39eb5f3').count(), 1)
})

test('a forgotten attachment is asked about', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('The plan is attached.')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('You mention an attachment').waitFor()
  t.is(api.sent.size, 0)
  await page.getByRole('button', { name: 'Send anyway' }).click()

  await page.getByText('Message sent').waitFor()
  t.is(api.sent.size, 1)
})

test('Escape rolls back what the composer asks, and writing continues', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  const text = page.getByLabel('Message text')
  await text.fill('The plan is attached.')
  await text.press('Control+Enter')
  await page.getByText('You mention an attachment').waitFor()

  await text.press('Escape')

  await page.getByText('You mention an attachment').waitFor({ state: 'detached' })
  t.is(await text.inputValue(), 'The plan is attached.')
  t.is(api.sent.size, 0)
  await text.press('Escape')
  await text.waitFor({ state: 'detached' })
})

test('files that are picked travel along', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')

  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('4 bytes of 20 MB').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await page.getByText('Message sent').waitFor()
  t.is([...api.sent.values()][0]?.files?.at(-1), 'plan.txt')
})

test('files beyond the limit are named before they are sent', async (t) => {
  const { page } = await openMail(t, { maxMessageBytes: 1_000 })
  await page.keyboard.press('c')

  const file = { name: 'big.bin', mimeType: 'text/plain', buffer: Buffer.alloc(2_000) }
  await page.locator('input[type=file]').setInputFiles(file)

  await page.getByText('The attachments are larger than 1 kB together.').waitFor()
  t.pass()
})

test('a reload loses no word of the draft', async (t) => {
  const { page } = await openMail(t)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Message text').fill('Precious')

  await page.reload()

  await page.getByText('Your unsent message is back.').waitFor()
  t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.test'])
})

test('a long text is not copied for each key, and a reload loses no word of it', async (t) => {
  const { page } = await openMail(t)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('c')
  const field = page.getByLabel('Message text')
  await field.fill('many words '.repeat(10_000))

  const copies = await field.evaluate(async (area: HTMLTextAreaElement) => {
    let puts = 0
    const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put')
    if (typeof put !== 'function') throw new Error('no storage')
    const counted = new Proxy(put, {
      apply(store, self, values): unknown {
        puts += 1
        return Reflect.apply(store, self, values)
      },
    })
    Reflect.set(IDBObjectStore.prototype, 'put', counted)
    for (let key = 0; key < 20; key += 1) {
      area.value += 'x'
      area.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // What is stored at once is stored before the next task.
      for (let step = 0; step < 10; step += 1) await Promise.resolve()
    }
    return puts
  })
  await page.reload()

  t.is(copies, 0)
  const remaining = await page.getByLabel('Message text').inputValue()
  t.true(remaining.endsWith(` ${'x'.repeat(20)}`))
  t.is(remaining.length, 110_020)
})

test('a saved draft is replaced, not multiplied, by the next save', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('Message text').fill('One')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.getByLabel('Message text').fill('Two')
  const saved = api.next('send')

  await page.getByRole('button', { name: 'Save draft' }).click()

  const { input } = await saved
  t.is(input.mode, 'draft')
  t.is(input.source?.mailbox, 'Drafts')
  // On a busy machine the draft was saved automatically meanwhile, too: each save names the one before.
  const saves = api.calls.filter(({ action }) => action === 'send')
  const sources = saves.map((save) => save.input.source?.uid)
  t.deepEqual(
    sources,
    sources.map((_, index) => (index === 0 ? undefined : index)),
  )
})

test('a discarded draft comes back by undo', async (t) => {
  const { page } = await openMail(t)
  await holdNotices(page)
  await page.keyboard.press('c')
  await page.getByLabel('Message text').fill('Precious')

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByLabel('Message text').waitFor()
  t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
})

test('the count of Drafts follows a discarded draft and its undo', async (t) => {
  const { page } = await openMail(t)
  await holdNotices(page)
  await page.keyboard.press('c')
  await page.getByLabel('Message text').fill('Precious')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()
  t.pass()
})

test('a reply that was saved as a draft still says what it answers', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('Message text').fill('Half a reply')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()

  const sent = api.next('send')
  await page.getByRole('button', { name: 'Send', exact: true }).click()

  const { input } = await sent
  t.is(input.mode, 'draft')
  t.like(input.origin, { mode: 'reply', mailbox: 'INBOX', uid: 20 })
})
