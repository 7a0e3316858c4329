import test from 'ava'
import type { Page } from 'playwright-core'
import { mailboxName } from '../../../../../proxy/mail/model/mailbox-name.ts'
import type { FakeApi } from '../../../../support/web/fake-api.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests, type OpenMailFn } from '../../../../support/web/open-mail.ts'
import { countsOf } from '../../../events/watched-account.ts'

const openMail = browserTests(test)

/** A system that shows a notification as a button, and a page that is hidden while its root has `data-away`. */
const SYSTEM = `
Object.defineProperty(document, 'hidden', {
  get: () => document.documentElement.hasAttribute('data-away'),
})
window.Notification = class extends EventTarget {
  static permission = 'granted'
  button = document.createElement('button')
  constructor(title, { body }) {
    super()
    this.button.textContent = 'Notification: ' + body
    this.button.addEventListener('click', () => {
      document.documentElement.removeAttribute('data-away')
      this.dispatchEvent(new Event('click'))
    })
    document.documentElement.append(this.button)
  }
  close() {
    this.button.remove()
  }
}`

/** A page whose owner wants notifications in a system that shows them. */
async function openAway(t: Parameters<OpenMailFn>[0]) {
  const { page, api } = await openMail(t, { hasEvents: true })
  const changes = [{ name: 'notifies', seen: false, wanted: true }]
  await api.settings.answer('save-settings', { changes })
  await page.addInitScript({ content: SYSTEM })
  await page.reload()
  await page.getByText('New mail appears at once').waitFor()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  return { page, api }
}

function deliver(api: FakeApi, subjects: readonly string[]): void {
  const box = api.mailboxes.get('INBOX')
  if (box === undefined) throw new Error('no INBOX')
  for (const subject of subjects) {
    box.messages.push(fakeMessage(box.uidNext, { flags: [], subject, text: `About ${subject}` }))
    box.uidNext += 1
  }
  const unseen = box.messages.filter(({ row }) => row.flags.length === 0).length
  api.pushed.publish({ kind: 'changed', mailbox: mailboxName('INBOX') })
  api.pushed.publish(countsOf('INBOX', box.messages.length, unseen))
}

const leave = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-away', ''))

/** By script: what is modal lets no pointer through to our stand-in for the system. */
const press = (page: Page, name: RegExp) =>
  page.locator('button', { hasText: name }).evaluate((button: HTMLButtonElement) => button.click())

test('a click on a notification opens the message that it is about', async (t) => {
  const { page, api } = await openAway(t)
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Identities' }).waitFor()
  await leave(page)

  deliver(api, ['Lunch'])
  await press(page, /^Notification: New message from Sender 21: Lunch/)

  await page.getByRole('article').getByText('About Lunch').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
  t.true(page.url().includes('_uid=21'))
  t.is(await page.locator('button', { hasText: /^Notification/ }).count(), 0)
})

test('a click on a notification opens the message also while the page shows another folder', async (t) => {
  const { page, api } = await openAway(t)
  const followed = api.next('events')
  await page.getByRole('link', { name: 'Archive' }).first().click()
  await followed
  await leave(page)

  deliver(api, ['Lunch'])
  await press(page, /^Notification: New message from Sender 21: Lunch/)

  await page.getByRole('article').getByText('About Lunch').waitFor()
  await page.getByRole('row', { name: /Lunch/ }).waitFor()
  t.is(await page.title(), 'Inbox - Postern')
})

test('a click on a notification of several messages opens their folder', async (t) => {
  const { page, api } = await openAway(t)
  const followed = api.next('events')
  await page.getByRole('link', { name: 'Archive' }).first().click()
  await followed
  await leave(page)

  deliver(api, ['Lunch', 'Dinner'])
  await press(page, /^Notification: 2 new messages/)

  await page.getByRole('row', { name: /Dinner/ }).waitFor()
  t.is(await page.getByRole('article').count(), 0)
})

test('a click on a notification asks before typed words are given up', async (t) => {
  const { page, api } = await openAway(t)
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Thanks')
  await leave(page)

  deliver(api, ['Lunch'])
  await press(page, /^Notification: New message from Sender 21: Lunch/)
  await page.getByText('Your changes are not saved.').waitFor()
  t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Thanks')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('article').getByText('About Lunch').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
})
