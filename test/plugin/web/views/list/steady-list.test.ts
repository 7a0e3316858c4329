import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import type { FakeApi } from '../../../../support/web/fake-api.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)
const isLive = 'New mail appears at once'
const goneRow = 'No longer in this list'

function deliver(api: FakeApi, count: number): void {
  const inbox = api.mailboxes.get('INBOX')
  if (inbox === undefined) throw new Error('no INBOX')
  for (let n = 0; n < count; n += 1) {
    inbox.messages.push(fakeMessage(inbox.uidNext, { flags: [], subject: `Just in ${n + 1}` }))
    inbox.uidNext += 1
  }
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })
}

function expunge(api: FakeApi, uid: number): void {
  const inbox = api.mailboxes.get('INBOX')
  if (inbox === undefined) throw new Error('no INBOX')
  inbox.messages = inbox.messages.filter(({ row }) => row.uid !== uid)
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })
}

function message(page: Page, uid: number): Locator {
  return page.getByRole('row', { name: `Message ${uid},` })
}

async function topOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.y ?? Number.NaN)
}

/** Clicks where the pointer is. */
async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

for (const messages of [3, 20]) {
  test(`new mail does not move the row under the pointer, in a list of ${messages}`, async (t) => {
    const { page, api } = await openMail(t, { messages, hasEvents: true })
    await page.getByText(isLive).waitFor()
    const row = message(page, messages - 1)
    await row.hover()
    const top = await topOf(row)

    deliver(api, 3)
    await page.getByRole('button', { name: '3 new' }).waitFor()

    t.is(await topOf(row), top)
    await press(page)
    await page.getByText(`Text of message ${messages - 1}.`).waitFor()
    await page.getByRole('button', { name: '3 new' }).click()
    const newest = page.getByRole('row', { name: /Just in 3/ })
    await page.locator('[role=row]:focus[aria-label*="Just in 3"]').waitFor()
    await page.getByRole('button', { name: '3 new' }).waitFor({ state: 'detached' })
    t.is(await topOf(newest), await topOf(page.getByRole('grid')))
  })
}

test('a message that goes away elsewhere leaves a gap where it stood until the pointer has left', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const row = message(page, 18)
  await row.hover()
  const top = await topOf(row)

  expunge(api, 20)
  await page.getByText(goneRow).waitFor()
  t.is(await topOf(row), top)
  expunge(api, 18)
  await page.getByText(goneRow).nth(1).waitFor()
  await press(page)
  expunge(api, 17)
  await page.getByText(goneRow).nth(2).waitFor()

  t.true(await page.getByText('No message open').isVisible())
  await page.getByLabel('Check for new mail').hover()
  await page.getByText(goneRow).first().waitFor({ state: 'detached' })
  t.is(await message(page, 19).getAttribute('aria-rowindex'), '1')
  t.is(await topOf(message(page, 16)), (await topOf(message(page, 19))) + 64)
})

test('new mail does not move a list that is scrolled', async (t) => {
  const { page, api } = await openMail(t, { messages: 600, hasEvents: true })
  await page.getByText(isLive).waitFor()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 300 * 64 }))
  const row = message(page, 298)
  await row.waitFor()
  const top = await topOf(row)

  deliver(api, 2)
  await page.getByRole('button', { name: '2 new' }).waitFor()
  deliver(api, 1)
  await page.getByRole('button', { name: '3 new' }).waitFor()

  t.is(await topOf(row), top)
  t.is(await row.getAttribute('aria-rowindex'), '306')
})

test('a list that shrinks to less than where it was scrolled to shows what is left', async (t) => {
  const { page, api } = await openMail(t, { messages: 600, hasEvents: true })
  await page.getByText(isLive).waitFor()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 500 * 64 }))
  await message(page, 100).waitFor()
  deliver(api, 1)
  await page.getByRole('button', { name: '1 new' }).waitFor()

  const inbox = api.mailboxes.get('INBOX')
  inbox?.messages.splice(20, 580)
  api.pushed.publish({ kind: 'changed', mailbox: 'INBOX' })
  await message(page, 1).waitFor()

  const [last, grid] = [
    await message(page, 1).boundingBox(),
    await page.getByRole('grid').boundingBox(),
  ]
  t.true((last?.y ?? 0) >= (grid?.y ?? 0) && (last?.y ?? 0) < (grid?.y ?? 0) + (grid?.height ?? 0))
})

test('a finger on the list keeps its rows where they are', async (t) => {
  const { page, api } = await openMail(t, {
    hasEvents: true,
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  const row = message(page, 19)
  await row.waitFor()
  const box = await row.boundingBox()
  const touch = await page.context().newCDPSession(page)
  const point = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 30 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })

  deliver(api, 1)
  await page.getByRole('button', { name: '1 new' }).waitFor()
  // It stays for so long that it selects the row.
  await page.getByText('1 selected').waitFor()
  t.is((await row.boundingBox())?.y, box?.y)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await message(page, 19).and(page.locator('[aria-selected=true]')).waitFor()
})

test('a row that one deletes oneself leaves no gap', async (t) => {
  const { page } = await openMail(t, { hasEvents: true })
  await page.getByText(isLive).waitFor()
  const row = message(page, 19)
  await row.hover()

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Message deleted').waitFor()

  t.is(await message(page, 18).getAttribute('aria-rowindex'), '2')
  t.is(await page.getByText(goneRow).count(), 0)
})
