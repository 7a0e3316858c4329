import test from 'ava'
import type { Page } from 'playwright-core'
import { holdNotices } from '../../../../support/web/hold-notices.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import type { FakeApi } from '../../../../support/web/fake-api.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

function toggle(page: Page, subject: string): Promise<void> {
  return page.getByRole('row', { name: subject }).click({ modifiers: ['Control'] })
}

async function scrollTo(page: Page, row: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, top) => grid.scrollTo({ top }), row * 64)
  await page.locator(`[role=row][aria-rowindex="${row + 1}"][aria-label]`).waitFor()
}

/** The page keeps 1,000 rows in memory: after 1,400 the first ones are forgotten. */
async function scrollAway(page: Page): Promise<void> {
  for (const row of [200, 400, 600, 800, 1_000, 1_200, 1_400]) await scrollTo(page, row)
}

const manyRows = { messages: 2_000, pageSize: 200 }

function subjectsIn(api: FakeApi, mailbox: string): readonly string[] {
  const messages = api.mailboxes.get(mailbox)?.messages ?? []
  return messages.map(({ row }) => row.subject).toSorted()
}

test('with nothing selected and nothing open, no key touches a message', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  for (const key of ['#', 'Delete', 'e', 'u', 's', 'r', 'v']) await page.keyboard.press(key)
  await page.getByLabel('Check for new mail').click()

  t.deepEqual(
    api.calls.filter(({ method, action }) => method === 'POST' && action !== 'check-recent'),
    [],
  )
  t.is(await page.getByRole('dialog').count(), 0)
})

test('a selected message that is scrolled out of memory is the one that is deleted', async (t) => {
  const { page, api } = await openMail(t, manyRows)
  await page.getByRole('row', { name: 'Message 1999,' }).click()
  await page.getByText('Text of message 1999.').waitFor()
  await toggle(page, 'Message 2000,')
  await scrollAway(page)
  await page.getByText('1 selected').waitFor()

  await page.keyboard.press('#')

  await page.getByText('Message deleted').waitFor()
  t.deepEqual(subjectsIn(api, 'Trash'), ['Message 2000'])
})

test('a selected message that is scrolled out of memory is marked and unmarked by its name', async (t) => {
  const { page, api } = await openMail(t, manyRows)
  await holdNotices(page)
  await toggle(page, 'Message 2000,')
  await scrollAway(page)
  const marked = api.next('mark')

  await page.keyboard.press('s')

  const { input } = await marked
  t.deepEqual([input.uids, input.flag], [[2000], 'flagged'])
  await page.getByText('1 message changed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  t.deepEqual(api.mailboxes.get('INBOX')?.messages.at(-1)?.row.flags, ['\\Seen'])
})

test('a selected message that another program removed is selected no more', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText('New mail appears at once').waitFor()
  await toggle(page, 'Message 20,')
  await toggle(page, 'Message 18,')
  await page.getByText('2 selected').waitFor()

  api.mailboxes.get('INBOX')?.messages.pop()
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('#')

  await page.getByText('Message deleted').waitFor()
  t.deepEqual(subjectsIn(api, 'Trash'), ['Message 18'])
})

test('a range of rows that were never loaded is selected as a whole, and shrinks again', async (t) => {
  const { page, api } = await openMail(t, { messages: 1_200 })
  await page.getByRole('row', { name: 'Message 1199,' }).click()
  await scrollTo(page, 804)

  await page.locator('[role=row][aria-rowindex="805"]').click({ modifiers: ['Shift'] })
  await page.getByText('804 selected').waitFor()
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByText('803 selected').waitFor()
  await page.keyboard.press('#')

  await page.getByText('803 messages deleted').waitFor()
  t.is(api.mailboxes.get('INBOX')?.messages.length, 397)
  t.deepEqual(subjectsIn(api, 'Trash').includes('Message 1200'), false)
})

test('Shift and the arrow up rolls back what Shift and the arrow down selected', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  for (const key of ['Down', 'Down', 'Down', 'Up']) await page.keyboard.press(`Shift+Arrow${key}`)

  await page.getByText('3 selected').waitFor()
  t.is(await page.locator('.row.is-ticked').count(), 3)
})

test('a range to a row that is still on its way is selected once it is there', async (t) => {
  const { page } = await openMail(t, { messages: 600 })
  await page.getByRole('row', { name: 'Message 599,' }).click()

  await page.keyboard.press('Shift+End')

  await page.getByText('599 selected').waitFor()
  t.is(await page.locator('[role=row][aria-rowindex="600"][aria-selected=true]').count(), 1)
})

test('what was selected as all is not more when mail arrives, and the new message stays', async (t) => {
  const { page, api } = await openMail(t, { messages: 200, hasEvents: true })
  await page.getByText('New mail appears at once').waitFor()
  await toggle(page, 'Message 200,')
  await page.getByRole('button', { name: 'Select all 200' }).click()
  await page.getByText('All 200 selected').waitFor()

  api.mailboxes.get('INBOX')?.messages.push(fakeMessage(201, { subject: 'Just in' }))
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })
  await page.getByRole('row', { name: /Just in/ }).waitFor()
  await page.getByText('200 selected', { exact: true }).waitFor()
  await page.keyboard.press('#')

  await page.getByText('200 messages deleted').waitFor()
  t.deepEqual(subjectsIn(api, 'INBOX'), ['Just in'])
  t.is(api.mailboxes.get('Trash')?.messages.length, 200)
})

test('nothing is done while the server is asked what is selected', async (t) => {
  const { page, api } = await openMail(t, { messages: 200 })
  let response: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    response = resolve
  })
  await page.route(/_action=uids/, async (route) => {
    await answered
    await route.continue()
  })
  await toggle(page, 'Message 200,')
  await page.getByRole('button', { name: 'Select all 200' }).click()
  await page.getByText('Selecting').waitFor()

  await page.keyboard.press('#')
  response()

  await page.getByText('All 200 selected').waitFor()
  t.is(api.mailboxes.get('INBOX')?.messages.length, 200)
})

test('the folder picker moves what was chosen when it was opened', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: 'Message 20,' }).click()
  await page.getByText('Text of message 20.').waitFor()
  await toggle(page, 'Message 18,')

  await page.getByRole('toolbar', { name: 'Message' }).getByRole('button', { name: 'Move' }).click()
  await page.getByLabel('Find a folder').fill('junk')
  await page.keyboard.press('Enter')

  await page.getByText('Moved to Junk').waitFor()
  t.deepEqual(subjectsIn(api, 'Junk'), ['Message 20'])
  await page.getByText('1 selected').waitFor()
})

test('a message that was stepped to is the one a key acts on, before it is shown', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: 'Message 20,' }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page.route(/_action=show/, () => undefined)

  await page.keyboard.press('j')
  await page.keyboard.press('#')

  await page.getByText('Message deleted').waitFor()
  t.deepEqual(subjectsIn(api, 'Trash'), ['Message 19'])
})

test('a double click on a delete button deletes one message', async (t) => {
  const { page, api } = await openMail(t)
  const row = page.getByRole('row', { name: 'Message 19,' })
  await row.hover()

  await row.getByRole('button', { name: 'Delete' }).dblclick()

  await page.getByText('Message deleted').waitFor()
  await page.getByRole('row', { name: 'Message 20,' }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page
    .getByRole('toolbar', { name: 'Message' })
    .getByRole('button', { name: 'Delete' })
    .dblclick()
  await page.getByText('Text of message 18.').waitFor()
  t.deepEqual(subjectsIn(api, 'Trash'), ['Message 19', 'Message 20'])
})

test('of several selected messages none is answered by guess', async (t) => {
  const { page, api } = await openMail(t)
  await toggle(page, 'Message 20,')
  await toggle(page, 'Message 18,')

  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await toggle(page, 'Message 18,')
  await page.keyboard.press('r')

  await page.getByLabel('Message text').waitFor()
  const requested = api.calls.filter(({ action }) => action === 'compose')
  t.deepEqual(
    requested.map(({ input }) => input.uid),
    [18],
  )
})
