import test from 'ava'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('a folder of 1,000 messages has few rows in the page and a scroll bar over all', async (t) => {
  const { page } = await openMail(t, { messages: 1_000 })

  await page.getByRole('row', { name: 'Message 1000,' }).waitFor()

  t.true((await page.getByRole('row').count()) <= 80)
  t.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '1000')
  t.is(await page.locator('.grid-rows').evaluate((rows) => rows.clientHeight), 64_000)
})

test('rows beyond those in view are drawn soon after them', async (t) => {
  const { page } = await openMail(t, { messages: 100 })
  const rows = page.getByRole('row')
  await rows.first().waitFor()

  const visible = await page.getByRole('grid').evaluate((grid) => Math.ceil(grid.clientHeight / 64))
  await rows.nth(visible + 7).waitFor()

  t.is(await rows.count(), visible + 8)
})

test('End reaches the last message of the folder', async (t) => {
  const { page } = await openMail(t, { messages: 1_000 })
  await page.getByRole('row', { name: 'Message 1000,' }).click()

  await page.keyboard.press('End')

  const last = page.getByRole('row', { name: 'Message 1,' })
  await last.waitFor()
  t.is(await last.getAttribute('aria-rowindex'), '1000')
  t.true((await page.getByRole('row').count()) <= 80)
})

test('the folder that is opened is listed', async (t) => {
  const { page } = await openMail(t, {
    prepare: (api) =>
      api.mailboxes.get('Archive')?.messages.push(fakeMessage(7, { subject: 'Old one' })),
  })

  await page.getByRole('link', { name: 'Archive' }).first().click()

  await page.getByRole('row', { name: /Old one/ }).waitFor()
  t.is(await page.title(), 'Archive - Postern')
})

test('a search shows what matches and how much that is', async (t) => {
  const { page } = await openMail(t, { messages: 120 })

  await page.getByLabel('Search in Inbox').fill('message 11')
  await page.keyboard.press('Enter')

  await page.getByText('11 matches').waitFor()
  t.is(await page.getByRole('row').count(), 11)
})

test('a filter narrows the list to unread messages', async (t) => {
  const { page } = await openMail(t, {
    prepare: (api) => api.mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { flags: [] })),
  })

  await page.getByRole('button', { name: 'Unread', exact: true }).click()

  await page.getByText('1 match').waitFor()
  t.is(await page.getByRole('row').count(), 1)
})

test('the order is that of the server', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  // The second choice gives up the list that the first one requests.
  const requested = api.next('list')
  await page.getByLabel('Sort by').selectOption('Date sent')
  await requested
  await page.getByRole('button', { name: 'Newest first: reverse' }).click()

  await page.locator('[role=row][aria-rowindex="1"][aria-label*="Message 1,"]').waitFor()
  await page.getByRole('button', { name: 'Oldest first: reverse' }).waitFor()
  t.deepEqual(
    api.calls.filter(({ action }) => action === 'list').map(({ input }) => input.sort),
    [
      { by: 'received', isDescending: true },
      { by: 'date', isDescending: true },
      { by: 'date', isDescending: false },
    ],
  )
})

test('conversations are switched off where the server has none, with a word', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row').first().waitFor()

  await page.getByRole('button', { name: 'Conversations' }).click()

  await page.getByText('This mail server does not group conversations').waitFor()
  await page.getByRole('grid').waitFor()
  await page.reload()
  await page.getByRole('row').first().waitFor()
  t.is(
    await page.getByRole('button', { name: 'Conversations' }).getAttribute('aria-pressed'),
    'false',
  )
})

test('new mail comes in automatically, is announced and counted in the title', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row').first().waitFor()
  api.mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { flags: [], subject: 'Just in' }))

  await page.getByLabel('Check for new mail').click()

  await page.getByRole('row', { name: /Unread, Sender 21, Just in/ }).waitFor()
  t.is(await page.locator('[data-live]').textContent(), 'New message from Sender 21: Just in')
  t.is(await page.title(), '(1) Inbox - Postern')
})
