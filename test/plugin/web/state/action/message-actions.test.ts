import test from 'ava'
import { holdNotices } from '../../../../support/web/hold-notices.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('a deleted message is in the trash, and undo brings it back', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Message deleted').waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 1)
  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByText('Undone').waitFor()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 0)
})

test('an undo does not claim that a message is back which someone else has moved on', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  for (const subject of [/Message 20/, /Message 19/]) {
    await page.getByRole('row', { name: subject }).click({ modifiers: ['Control'] })
  }
  await page.keyboard.press('#')
  await page.getByText('2 messages deleted').waitFor()
  api.mailboxes.get('Trash')?.messages.pop()

  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByText('Moved to Inbox').waitFor()
  t.is(await page.getByText('Undone').count(), 0)
})

test('an undo of marks that is refused does not say that it was done', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  for (const subject of [/Message 20/, /Message 19/]) {
    await page.getByRole('row', { name: subject }).click({ modifiers: ['Control'] })
  }
  await page.keyboard.press('s')
  await page.getByText('2 messages changed').waitFor()
  api.refused.set('mark', 'over_quota')

  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByText('Something went wrong. The mailbox is full.').waitFor()
  t.is(await page.getByText('Undone').count(), 0)
})

test('a refused act puts the message back in its place and says why', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 19/ }).click()
  await page.getByText('Text of message 19.').waitFor()
  api.refused.set('delete', 'over_quota')

  await page.keyboard.press('#')

  await page.getByText('Something went wrong. The mailbox is full.').waitFor()
  const row = page.getByRole('row', { name: /Message 19/ })
  t.is(await row.getAttribute('aria-rowindex'), '2')
})

test('messages are moved to the folder that is picked', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  await page.getByRole('row', { name: /Message 18/ }).click({ modifiers: ['Shift'] })

  await page.getByRole('button', { name: 'Move' }).click()
  await page.getByLabel('Find a folder').fill('post')
  await page.keyboard.press('Enter')

  await page.getByText('3 messages moved to Postern').waitFor()
  const moved = api.mailboxes.get('Projects/Postern')?.messages.map(({ row }) => row.subject)
  t.deepEqual(moved?.toSorted(), ['Message 18', 'Message 19', 'Message 20'])
  t.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '17')
})

test('a message is marked as unread and counted at once', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  const marked = api.next('mark')

  await page.getByRole('toolbar').getByRole('button', { name: 'Mark as unread' }).click()

  await page.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
  t.is((await marked).input.flag, 'unread')
})

test('all messages can be selected', async (t) => {
  const { page } = await openMail(t, { messages: 8 })
  await page.getByRole('row', { name: /Message 8/ }).click({ modifiers: ['Control'] })

  await page.getByRole('button', { name: 'Select all 8' }).click()

  await page.getByText('8 selected').waitFor()
  t.is(await page.locator('[role=row][aria-selected=true]').count(), 8)
})

test('the trash is emptied only after a question', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('#')
  await page.getByText('Message deleted').waitFor()
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()

  await page.getByRole('button', { name: 'Empty folder' }).click()
  await page.getByText('Delete 1 message in Trash permanently?').waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 1)
  await page.getByRole('button', { name: 'Delete all' }).click()

  await page.getByText('Folder emptied').waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 0)
})

test('a message that the server would delete permanently comes back, and the folders are requested again', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  api.refused.set('delete', 'trash_missing')

  const [requested] = await Promise.all([api.next('folders'), page.keyboard.press('#')])
  await page.getByText('There is no trash folder. Nothing was deleted.').waitFor()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()

  t.is(requested.action, 'folders')
})

test('marking several messages can be undone, and each has the flags it had', async (t) => {
  const { page, api } = await openMail(t, {
    messages: 3,
    prepare: ({ mailboxes }) => {
      const inbox = mailboxes.get('INBOX')
      const [first] = inbox?.messages ?? []
      if (inbox !== undefined && first !== undefined)
        inbox.messages[0] = { ...first, row: { ...first.row, flags: ['\\Seen', '\\Flagged'] } }
    },
  })
  await holdNotices(page)
  await page.getByRole('row', { name: /Message 3/ }).click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Select all 3' }).click()

  await page.keyboard.press('s')
  await page.getByText('2 messages changed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()

  const flags = api.mailboxes.get('INBOX')?.messages.map(({ row }) => row.flags)
  t.deepEqual(flags, [['\\Seen', '\\Flagged'], ['\\Seen'], ['\\Seen']])
})

test('an action on everything that the server refuses half way says how far it came', async (t) => {
  const { page, api } = await openMail(t, { messages: 700 })
  await page.getByRole('row', { name: /Message 700/ }).click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Select all 700' }).click()
  const first = api.next('delete').then(() => api.refused.set('delete', 'over_quota'))

  await page.keyboard.press('#')
  await first

  await page.getByText('Stopped after 500 messages. The mailbox is full.').waitFor()
  t.is(api.mailboxes.get('INBOX')?.messages.length, 200)
})

test('an action on a folder that was made again is refused, and the folder is listed again', async (t) => {
  const { page, api } = await openMail(t, { messages: 3 })
  await page.getByRole('row', { name: /Message 3/ }).click({ modifiers: ['Control'] })
  const inbox = api.mailboxes.get('INBOX')
  if (inbox === undefined) throw new Error('no INBOX')
  inbox.uidValidity = '2'
  inbox.messages = [fakeMessage(3, { subject: 'Somebody else' })]

  await page.keyboard.press('#')

  await page.getByText('This folder was replaced by a new one of the same name.').waitFor()
  await page.getByRole('row', { name: /Somebody else/ }).waitFor()
  t.is(await page.getByRole('row').count(), 1)
  t.is(await page.locator('[role=row][aria-selected=true]').count(), 0)
  t.is(api.mailboxes.get('Trash')?.messages.length, 0)
})

test('a message of a folder made again is not shown from memory under its old number', async (t) => {
  const { page, api } = await openMail(t, { messages: 3 })
  await page.getByRole('row', { name: /Message 3/ }).click()
  await page.getByText('Text of message 3.').waitFor()
  const inbox = api.mailboxes.get('INBOX')
  if (inbox === undefined) throw new Error('no INBOX')
  inbox.uidValidity = '2'
  inbox.messages = [fakeMessage(3, { subject: 'Somebody else', text: 'Another text.' })]

  await page.getByRole('button', { name: 'Check for new mail' }).click()
  await page.getByRole('row', { name: /Somebody else/ }).click()

  await page.getByText('Another text.').waitFor()
  t.is(await page.getByText('Text of message 3.').count(), 0)
})

test('a message opens in a mailbox that keeps no mark for it, and nothing is told to have failed', async (t) => {
  const { page, api } = await openMail(t, {
    prepare: ({ mailboxes }) => {
      mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { flags: [] }))
    },
  })
  await holdNotices(page)
  api.refused.set('mark', 'mailbox_refused')
  const marked = api.next('mark')

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByText('Text of message 21.').waitFor()
  t.is((await marked).input.flag, 'read')
  await page.getByRole('row', { name: /^Unread.*Message 21/ }).waitFor()

  t.is(await page.getByText('Something went wrong.').count(), 0)
})

test('a message of a folder made again that is opened is not told to have failed to be marked, and the folder is listed again', async (t) => {
  const { page, api } = await openMail(t, {
    prepare: ({ mailboxes }) => {
      mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { flags: [] }))
    },
  })
  await holdNotices(page)
  const marked = api.next('mark')
  api.refused.set('mark', 'mailbox_replaced')
  const listed = api.next('list')

  await page.getByRole('row', { name: /Message 21/ }).click()
  t.is((await marked).input.flag, 'read')
  await listed
  await page.getByRole('row', { name: /^Unread.*Message 21/ }).waitFor()

  t.is(await page.getByText('Something went wrong.').count(), 0)
})
