import test from 'ava'
import type { FakeApi } from '../../../../support/web/fake-api.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)
const html = '<p>Newsletter</p>'

/** Message 21, of HTML and unread, above message 20 of plain text. */
function prepare({ mailboxes }: FakeApi): void {
  mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { html, flags: [] }))
}

/** Messages 21 and 20 are here. */
async function untilFetched(api: FakeApi): Promise<void> {
  while (shows(api).length < 2) await api.next('show')
}

function shows(api: FakeApi): readonly (string | undefined)[] {
  return api.calls
    .filter(({ action }) => action === 'show')
    .map(({ input }) => `${input.uid} ${input.isAhead === true ? 'ahead' : 'asked for'}`)
}

test('the first messages in view are fetched ahead, unseen and without counting as read', async (t) => {
  const { page, api, complaints } = await openMail(t, { prepare, readAheadMessages: 2 })

  await untilFetched(api)

  t.deepEqual(shows(api), ['21 ahead', '20 ahead'])
  t.is(await page.getByRole('article').count(), 0)
  t.is(api.calls.filter(({ action }) => action === 'mark').length, 0)
  await page.getByRole('row', { name: /^Unread, Sender 21/ }).waitFor()
  t.deepEqual(complaints, [])
})

test('a message that was fetched ahead is opened from memory, and then counts as read', async (t) => {
  const { page, api, complaints } = await openMail(t, { prepare, readAheadMessages: 2 })
  // It counts as new for a while only, however long a busy machine takes.
  await page.evaluate(() => {
    const now = Date.now()
    Date.now = () => now
  })
  await untilFetched(api)
  const marked = api.next('mark')

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.frameLocator('iframe').getByText('Newsletter').waitFor()
  t.true(await page.locator('iframe').isVisible())
  t.deepEqual((await marked).input.flag, 'read')
  t.deepEqual(shows(api), ['21 ahead', '20 ahead'])
  t.deepEqual(complaints, [])
})

test('a message that went away after it was fetched ahead is said to be deleted', async (t) => {
  const { page, api } = await openMail(t, { prepare, readAheadMessages: 2 })
  await untilFetched(api)
  api.refused.set('show', 'message_not_found')
  await page.evaluate(() => {
    const real = Date.now
    Date.now = () => real() + 60_000
  })

  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.getByRole('heading', { name: 'This message could not be shown' }).waitFor()
  t.is(await page.getByText('Text of message 20.').count(), 0)
})
