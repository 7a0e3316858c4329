import test from 'ava'
import type { FakeApi, FakeCall } from '../../../../support/web/fake-api.ts'
import { fakeMessage, mailbox } from '../../../../support/web/fake-mail.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'
import { countsOf } from '../../../events/watched-account.ts'
import { mailboxName } from '../../../../../proxy/mail/model/mailbox-name.ts'

const openMail = browserTests(test)
const requestsByTimer = /Checks for mail every/
const isLive = 'New mail appears at once'

function deliver(api: FakeApi, mailbox: string, subject: string): void {
  const box = api.mailboxes.get(mailbox)
  if (box === undefined) throw new Error(`no mailbox ${mailbox}`)
  box.messages.push(fakeMessage(box.uidNext, { flags: [], subject }))
  box.uidNext += 1
  api.pushed.publish({ kind: 'changed', mailbox: mailboxName(mailbox) })
  const unseen = box.messages.filter(({ row }) => row.flags.length === 0).length
  api.pushed.publish(countsOf(mailbox, box.messages.length, unseen))
}

test('new mail comes into the open folder automatically, is announced and counted', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()

  deliver(api, 'INBOX', 'Just in')

  await page.getByRole('row', { name: /Unread, Sender 21, Just in/ }).waitFor()
  t.is(await page.locator('[data-live]').textContent(), 'New message from Sender 21: Just in')
  t.is(await page.title(), '(1) Inbox - Postern')
})

test('mail into another folder changes its count, and the list is not requested', async (t) => {
  const caughtUp: Promise<FakeCall>[] = []
  const { page, api } = await openMail(t, {
    hasEvents: true,
    prepare: (fake) => caughtUp.push(fake.next('check-recent')),
  })
  await page.getByText(isLive).waitFor()
  await page.getByRole('row').first().waitFor()
  // With the first event the page asks again.
  await Promise.all(caughtUp)
  const requested = api.calls.length

  deliver(api, 'Projects', 'Elsewhere')

  await page.getByRole('link', { name: 'Projects 1 unread' }).waitFor()
  t.is(api.calls.length, requested)
})

test('mail into INBOX is announced while another folder is open', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const followed = api.next('events')
  await page.getByRole('link', { name: 'Archive' }).first().click()
  await followed

  deliver(api, 'INBOX', 'Just in')

  await page.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
  t.is(await page.locator('[data-live]').textContent(), '1 new message')
  t.is(await page.title(), '(1) Archive - Postern')
})

test('a message that another program marks as unread is counted, and not announced as new', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  await page.getByRole('row').first().waitFor()

  const box = api.mailboxes.get('INBOX')
  box?.messages.splice(4, 1, fakeMessage(5, { flags: [] }))
  api.pushed.publish({ kind: 'changed', mailbox: mailboxName('INBOX') })

  await page.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
  t.is(await page.locator('[data-live]').textContent(), '')
})

test('a message is not announced as new while it is being deleted', async (t) => {
  const { page, api } = await openMail(t, {
    hasEvents: true,
    prepare: ({ mailboxes }) =>
      mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { flags: [] })),
  })
  await page.getByText(isLive).waitFor()
  await page.getByRole('row', { name: /Message 21/ }).click({ modifiers: ['Control'] })
  let response: () => void = () => undefined
  const mayGoOn = new Promise<void>((resolve) => {
    response = resolve
  })
  await page.route(/_action=delete/, async (route) => {
    await mayGoOn
    await route.continue()
  })

  await page.keyboard.press('#')
  await page.getByText('20 messages').waitFor()
  const refreshed = page.waitForResponse(/_action=check-recent/)
  api.pushed.publish({ kind: 'changed', mailbox: mailboxName('INBOX') })
  await (await refreshed).finished()
  response()

  await page.getByText('Message deleted').first().waitFor()
  t.is(await page.getByText('1 new message').count(), 0)
})

test('the stream follows to the folder that is opened, from where it was', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const followed = api.next('events')

  await page.getByRole('link', { name: 'Archive' }).first().click()

  const { fields } = await followed
  t.is(fields.get('_mbox'), 'Archive')
  t.is(fields.get('_last_event_id'), 'fake-0')
})

test('a message that another program removed leaves the list', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const row = page.getByRole('row', { name: /Message 20,/ })
  await row.waitFor()

  api.mailboxes.get('INBOX')?.messages.pop()
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })

  await row.waitFor({ state: 'detached' })
  t.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '19')
})

test('a search on show takes in what comes to match it', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  await page.getByLabel('Search in Inbox').fill('elephant')
  await page.keyboard.press('Enter')
  await page.getByText('No results').waitFor()

  deliver(api, 'INBOX', 'The elephant')

  await page.getByRole('row', { name: /The elephant/ }).waitFor()
  t.is(await page.getByText('1 match').count(), 1)
})

test('a folder that another program made appears', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()

  api.mailboxes.set('Garden', mailbox('Garden', null))
  api.pushed.publish({ kind: 'mailboxes' })

  await page.getByRole('link', { name: 'Garden', exact: true }).waitFor()
  t.pass()
})

test('a folder on show that another program removed is left with a word', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()

  api.mailboxes.delete('Projects')
  api.pushed.publish({ kind: 'mailboxes' })

  await page.getByText('Folder Projects was deleted or renamed elsewhere').waitFor()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  t.is(await page.getByRole('link', { name: 'Projects', exact: true }).count(), 0)
})

test('without a stream a folder that is deleted is left when the page next asks', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await page.getByText('Nothing here').waitFor()

  api.mailboxes.delete('Projects')
  await page.getByRole('button', { name: 'Check for new mail' }).click()

  await page.getByText('Folder Projects was deleted or renamed elsewhere').waitFor()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  t.is(await page.getByRole('link', { name: 'Projects', exact: true }).count(), 0)
})

test('a burst of mail is a few questions, and everything is on show in the end', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const before = api.calls.length

  for (let n = 0; n < 30; n += 1) deliver(api, 'INBOX', `Burst ${n}`)

  await page.getByRole('row', { name: /Burst 29/ }).waitFor()
  t.true(api.calls.length - before < 10)
})

test('without a stream the page says that the timer asks, and works as before', async (t) => {
  const { page, api } = await openMail(t, {
    hasEvents: true,
    prepare: (fake) => fake.refused.set('events', 'mail_busy'),
  })
  await page.getByText(requestsByTimer).waitFor()
  const box = api.mailboxes.get('INBOX')
  box?.messages.push(fakeMessage(21, { flags: [], subject: 'Later' }))

  await page.getByLabel('Check for new mail').click()

  await page.getByRole('row', { name: /Later/ }).waitFor()
  t.is(await page.getByText('Nothing is lost.').count(), 0)
})

test('a stream that was cut comes back and brings what was missed', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const back = api.next('events')

  api.endStreams()
  api.pushed.publish(countsOf('Projects', 3))

  t.is((await back).fields.get('_last_event_id'), 'fake-0')
  await page.getByRole('link', { name: 'Projects 3 unread' }).waitFor()
  await page.getByText(isLive).waitFor()
})

test('pages beyond those a session may have continue by the timer', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()

  for (let n = 0; n < 2; n += 1) {
    const other = await page.context().newPage()
    await other.goto(api.url)
    await other.getByText(isLive).waitFor()
  }

  await page.getByText(requestsByTimer).waitFor()
  t.pass()
})

test('a page with a stream breaks no rule of the policy', async (t) => {
  const { page, api, complaints } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()

  deliver(api, 'INBOX', 'Just in')
  await page.getByRole('row', { name: /Just in/ }).waitFor()

  t.deepEqual(complaints, [])
})

test('what the mail server wants to be read is shown as it says it', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()

  api.notices.push('Quota <b>almost</b> full')
  api.pushed.publish({ kind: 'notices' })

  await page.getByText('Quota <b>almost</b> full').first().waitFor()
  t.deepEqual(api.notices, [])
})
