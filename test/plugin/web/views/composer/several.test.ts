import test, { type ExecutionContext } from 'ava'
import type { Locator, Page } from 'playwright-core'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Messages being written' })
/** The message that is expanded. */
const expanded = (page: Page) => page.locator('.composer:visible')
const textOf = (page: Page) => expanded(page).locator('[name=message]')

async function write(page: Page, { subject, text }: { subject: string; text: string }) {
  await page.keyboard.press('c')
  await expanded(page).getByLabel('Subject').fill(subject)
  await textOf(page).fill(text)
}

/** Keys are commands once the list has the focus. */
async function minimize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Minimize' }).click()
  await page.locator('body:not(:has(.composer :focus))').waitFor()
}

async function openReply(t: ExecutionContext) {
  const opened = await openMail(t)
  const { page } = opened
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expanded(page).waitFor()
  return opened
}

async function areaOf(locator: Locator) {
  const area = await locator.boundingBox()
  if (area === null) throw new Error('not on the screen')
  return area
}

test('a minimized message waits with its words while another is written, and both are sent', async (t) => {
  const { page, api } = await openMail(t)
  await write(page, { subject: 'First', text: 'One' })
  await minimize(page)
  await write(page, { subject: 'Second', text: 'Two' })

  await tabs(page).getByRole('button', { name: 'First', exact: true }).click()
  const first = await textOf(page).inputValue()
  await expanded(page).getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()
  await tabs(page).getByRole('button', { name: 'Second', exact: true }).click()
  await expanded(page).getByLabel('To', { exact: true }).fill('bob@example.test')
  await page.keyboard.press('Control+Enter')
  await tabs(page).waitFor({ state: 'detached' })
  await expanded(page).waitFor({ state: 'detached' })

  t.is(first, 'One')
  t.deepEqual(
    [...api.sent.values()].map(({ to, subject, text }) => ({ to, subject, text })),
    [
      { to: 'ada@example.test', subject: 'First', text: 'One' },
      { to: 'bob@example.test', subject: 'Second', text: 'Two' },
    ],
  )
})

test('all messages being written come back after a reload', async (t) => {
  const { page } = await openMail(t)
  await write(page, { subject: 'First', text: 'One' })
  await minimize(page)
  await write(page, { subject: 'Second', text: 'Two' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await textOf(page).waitFor()
  t.is(await textOf(page).inputValue(), 'Two')
  await tabs(page).getByRole('button', { name: 'First', exact: true }).click()
  t.is(await textOf(page).inputValue(), 'One')
})

test('a reply stands below the message it answers, and both are on the screen', async (t) => {
  const { page } = await openReply(t)

  const composer = await areaOf(expanded(page))
  const pane = await areaOf(page.locator('.message-pane'))
  const text = await areaOf(page.getByText('Text of message 20.').first())

  t.true(text.y + text.height <= composer.y)
  t.is(Math.round(composer.x), Math.round(pane.x))
  t.is(Math.round(composer.y + composer.height), Math.round(pane.y + pane.height))
})

test('a reply lies over the page while another message is read, and returns to its own', async (t) => {
  const { page } = await openReply(t)
  await textOf(page).fill('Thanks')
  await page.getByRole('row', { name: /Message 19/ }).click()
  await page.locator('.composer.is-panel').waitFor()

  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.locator('.composer.is-below').waitFor()
  t.is(await textOf(page).inputValue(), 'Thanks')
})

test('a reply that is requested again comes forward as it is', async (t) => {
  const { page } = await openReply(t)
  await textOf(page).fill('Thanks')
  await minimize(page)

  await page.getByRole('button', { name: 'Reply', exact: true }).click()

  await expanded(page).waitFor()
  t.is(await textOf(page).inputValue(), 'Thanks')
  t.is(await tabs(page).count(), 0)
})

test('a reply is taken off its message, over all of the page, and back', async (t) => {
  const { page } = await openReply(t)
  await page.getByRole('button', { name: 'Pop out' }).click()
  await page.locator('.composer.is-panel').waitFor()

  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await page.locator('.composer.is-page').waitFor()
  const composer = await areaOf(expanded(page))
  await page.getByRole('button', { name: 'Exit full screen' }).click()

  await page.locator('.composer.is-below').waitFor()
  t.is(Math.round(composer.width), 1440)
})

test('what is minimized gives the focus back to the page, and going forward opens it again', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('button', { name: 'New message' }).first().click()
  await textOf(page).fill('One')
  await minimize(page)

  const focused = await page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  await page.goForward()
  await textOf(page).waitFor()

  t.regex(focused ?? '', /New message/)
  t.is(await textOf(page).inputValue(), 'One')
})

test('a seventh message is refused with the reason, and none is lost', async (t) => {
  const { page } = await openMail(t)
  for (const subject of ['1', '2', '3', '4', '5', '6']) {
    await write(page, { subject, text: subject })
    await minimize(page)
  }
  await page.keyboard.press('c')

  await page.getByText('Too many messages are open').waitFor()
  t.is(
    await tabs(page)
      .getByRole('button', { name: /^Close/ })
      .count(),
    6,
  )
})
