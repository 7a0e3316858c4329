import test from 'ava'
import type { Page } from 'playwright-core'
import { fakeMessage } from '../../../support/web/fake-mail.ts'
import { holdNotices } from '../../../support/web/hold-notices.ts'
import { browserTests } from '../../../support/web/open-mail.ts'

const openMail = browserTests(test)

async function confirmEmpty(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${folder}`, exact: true }).click()
  await page.getByRole('button', { name: 'Empty folder' }).click()
}

test('any folder can be emptied into the trash, and rolled back', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  const messages = (path: string) => api.mailboxes.get(path)?.messages.length
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await confirmEmpty(page, 'Inbox')
  await page.getByText('Move 20 messages from Inbox to the trash?').waitFor()
  await page.getByRole('button', { name: 'Move to trash' }).click()

  await page.getByText('20 messages moved to Trash').waitFor()
  await page.getByText('No message open').waitFor()
  t.deepEqual([messages('INBOX'), messages('Trash')], [0, 20])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  t.deepEqual([messages('INBOX'), messages('Trash')], [20, 0])
})

test('a folder is emptied in steps that the server takes, and of what was there when it was asked', async (t) => {
  const { page, api } = await openMail(t, { messages: 1_200 })
  await confirmEmpty(page, 'Inbox')
  await page.getByText('Move 1,200 messages from Inbox to the trash?').waitFor()
  api.mailboxes.get('INBOX')?.messages.push(fakeMessage(1_201, { subject: 'Late' }))

  await page.getByRole('button', { name: 'Move to trash' }).click()

  await page.getByText('1,200 messages moved to Trash').waitFor()
  const moves = api.calls.filter(({ action }) => action === 'move')
  t.is(moves.length, 3)
  t.deepEqual(
    api.mailboxes.get('INBOX')?.messages.map(({ row }) => row.subject),
    ['Late'],
  )
})

test('of the junk folder it is said that it is emptied permanently', async (t) => {
  const { page, api } = await openMail(t, {
    prepare: ({ mailboxes }) => mailboxes.get('Junk')?.messages.push(fakeMessage(1)),
  })
  await confirmEmpty(page, 'Junk')
  await page.getByText('Delete 1 message in Junk permanently?').waitFor()

  await page.getByRole('button', { name: 'Delete all' }).click()

  await page.getByText('Folder emptied').waitFor()
  t.is(api.mailboxes.get('Junk')?.messages.length, 0)
})
