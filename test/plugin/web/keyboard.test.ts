import test from 'ava'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('a mail day works without a mouse', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.getByText('Text of message 19.').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('row', { name: /Flagged, Sender 19/ }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('Moved to Archive').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('Message text').waitFor()
  await page.keyboard.type('From the keyboard')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()

  t.is(api.mailboxes.get('Archive')?.messages[0]?.row.subject, 'Message 19')
  t.is([...api.sent.values()][0]?.subject, 'Re: Message 18')
})

test('a key that is held down deletes one message, and walks through many', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.getByText('Text of message 20.').waitFor()

  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await page.getByText('Message deleted').waitFor()
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')

  await page.getByText('Text of message 16.').waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 1)
})

test('after a message is deleted the focus is on the one that took its place', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.getByText('Text of message 19.').waitFor()

  await page.keyboard.press('#')

  await page.getByText('Message deleted').waitFor()
  await page.locator('[role=row]:focus[aria-label*="Message 18,"]').waitFor()
  t.is(await page.locator('[role=row][tabindex="0"]').count(), 1)
})

test('Enter takes the focus into the message, Escape brings it back to the list', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')

  await page.keyboard.press('Enter')
  await page.locator('.message-pane:focus').waitFor()
  await page.keyboard.press('Escape')

  await page.locator('[role=row]:focus[aria-label*="Message 19,"]').waitFor()
  t.is(await page.locator('.message-pane:focus').count(), 0)
})

test('keys do nothing while one writes', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('/')

  await page.keyboard.type('re#e')

  t.is(await page.getByLabel('Search in Inbox').inputValue(), 're#e')
  t.false(api.calls.some(({ method }) => method === 'POST'))
})

test('what is typed as soon as the fields show is kept', async (t) => {
  const { page, api } = await openMail(t)
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('#search')
      if (field === null) return
      observer.disconnect()
      field.value = 'early'
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await page.getByRole('row').first().waitFor()
  t.is(await page.getByLabel('Search in Inbox').inputValue(), 'early')

  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.composer') === null) return
      observer.disconnect()
      document.body.dataset['focusedAtOnce'] = document.activeElement?.getAttribute('name') ?? ''
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.keyboard.press('c')
  await page.getByLabel('Message text').waitFor()
  t.is(await page.evaluate(() => document.body.dataset['focusedAtOnce']), 'to')
  t.false(api.calls.some(({ method }) => method === 'POST'))
})

test('the focus is never lost while one writes: copies requested, a file taken away, a draft stored', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')

  await page.getByRole('button', { name: 'Cc, Bcc' }).press('Enter')
  await page.locator('[name=cc]:focus').waitFor()
  const files = ['a.txt', 'b.txt'].map((name) => {
    return { name, mimeType: 'text/plain', buffer: Buffer.from(name) }
  })
  await page.locator('.file-picker').setInputFiles(files)
  await page.getByRole('button', { name: 'Remove a.txt' }).press('Enter')
  await page.locator(':focus[aria-label="Remove b.txt"]').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await page.getByText('Draft saved').waitFor()

  t.is(await page.locator('button:focus').textContent(), 'Save draft')
})

test('the box of formatted text shows what holds', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  const box = page.getByRole('checkbox', { name: 'Rich text' })

  await box.press('Space')
  await page.getByRole('toolbar', { name: 'Rich text' }).waitFor()
  const isOn = await box.isChecked()
  await box.press('Space')
  await page.locator('textarea[name=message]').waitFor()

  t.true(isOn)
  t.false(await box.isChecked())
})

test('in Arabic an address is written from left to right, and what points along the line is mirrored', async (t) => {
  const { page } = await openMail(t, {
    ...{ prepare: (api) => (api.language = 'ar'), browser: { locale: 'ar' } },
  })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  const field = page.locator('[name=to]')

  await field.fill('Ann <ann@x.test>, ')
  await page.locator('.composer-acts input[type=checkbox]').first().click()
  await page.locator('.editor-tools').waitFor()

  t.is(await field.evaluate((input) => getComputedStyle(input).direction), 'ltr')
  t.is(await page.locator('.editor-tools .icon.points').count(), 6)
})

test('on a phone Tab stays in the message being written, which covers the page', async (t) => {
  const { page } = await openMail(t, { browser: { viewport: { width: 390, height: 844 } } })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.locator('[name=to]:focus').waitFor()

  for (let times = 0; times < 25; times += 1) {
    await page.keyboard.press('Tab')
    t.is(await page.locator('.shell :focus').count(), 0)
  }
  await page.locator('[name=to]').press('Escape')
  await page.locator('.composer').waitFor({ state: 'detached' })

  t.is(await page.locator('.shell[inert]').count(), 0)
})

test('the question mark lists the keys', async (t) => {
  const { page } = await openMail(t)

  await page.keyboard.press('?')

  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  t.true(await help.getByText('Reply all').isVisible())
})

test('x and Shift select messages, Escape lets go of them', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('Escape')

  await page.getByText('20 messages').waitFor()
  t.is(await page.locator('.row.is-ticked').count(), 0)
})

test('g and letters of its name open a folder, and Escape gives the focus back', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('j')
  const row = page.locator('[role=row]:focus[aria-label*="Message 20,"]')
  await row.waitFor()
  const title = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })

  await page.keyboard.press('g')
  await page.getByRole('dialog', { name: 'Go to folder' }).waitFor()
  await page.keyboard.press('Escape')
  await row.waitFor()

  await page.keyboard.press('g')
  await page.getByLabel('Find a folder').waitFor()
  await page.keyboard.type('ost')
  await page.keyboard.press('Enter')
  await title('Postern').waitFor()

  await page.keyboard.press('g')
  await page.getByLabel('Find a folder').waitFor()
  await page.keyboard.type('i')
  await page.keyboard.press('Enter')
  await title('Inbox').waitFor()

  await page.keyboard.press('g')
  await page.getByLabel('Find a folder').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await title('Drafts').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
})
