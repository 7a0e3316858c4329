import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../../support/web/open-mail.ts'
import { holdNotices } from '../../../../support/web/hold-notices.ts'

const openMail = browserTests(test)

const parts = [
  '.top-bar',
  '.pane',
  '.list-heading',
  '.grid',
  '.row',
  '.folder-button',
  '.owner',
  '.message-toolbar',
  '.message-content',
  '.answers',
  '.composer',
  '.composer-body',
  '.composer-foot',
].join(', ')

/** Where every part of the page stands. */
function boxes(page: Page): Promise<readonly string[]> {
  return page.locator(parts).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.classList.value}: ${x}, ${y}, ${width} x ${height}`
    }),
  )
}

for (const width of [1440, 1100, 390]) {
  test(`no notice moves a part of the page, ${width} px wide`, async (t) => {
    const { page, api } = await openMail(t, { browser: { viewport: { width, height: 844 } } })
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await holdNotices(page)
    const before = await boxes(page)

    await page.keyboard.press('z')
    await page.locator('.toast', { hasText: 'Nothing to undo' }).waitFor()
    t.deepEqual(await boxes(page), before)

    api.refused.set('check-recent', 'mail_unavailable')
    api.refused.set('keep-alive', 'mail_unavailable')
    await page.getByRole('button', { name: 'Check for new mail' }).click()
    await page.locator('.banner', { hasText: 'Nothing is lost.' }).waitFor()
    t.deepEqual(await boxes(page), before)
    api.refused.clear()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('.banner').waitFor({ state: 'detached' })

    await page.getByRole('row', { name: /Message 20/ }).click()
    await page.getByText('Text of message 20.').waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Message text').waitFor()
    const beforeWriting = await boxes(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.locator('.toast', { hasText: 'Draft saved' }).waitFor()
    t.deepEqual(await boxes(page), beforeWriting)
  })
}

test('notices stand above each other, each with its own way back', async (t) => {
  const { page, api } = await openMail(t)
  await holdNotices(page)
  for (const subject of ['Message 20', 'Message 19']) {
    await page.getByRole('row', { name: new RegExp(subject) }).click()
    await page.getByText(`Text of ${subject.toLowerCase()}.`).waitFor()
    const deleted = api.next('delete')
    await page.keyboard.press('#')
    await deleted
  }
  await page.locator('.toast').nth(1).waitFor()

  await page.locator('.toast').first().getByRole('button', { name: 'Undo' }).click()

  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  t.deepEqual(
    api.mailboxes.get('Trash')?.messages.map(({ row }) => row.subject),
    ['Message 19'],
  )
})

test('a notice is reached and dismissed by key, and the focus is where it was', async (t) => {
  const { page } = await openMail(t)
  await holdNotices(page)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('z')
  await page.locator('.toast', { hasText: 'Nothing to undo' }).waitFor()
  const search = page.getByRole('searchbox')
  await search.focus()

  await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Escape')

  await page.locator('.toast').waitFor({ state: 'detached' })
  t.true(await search.evaluate((field) => field === document.activeElement))
})

test('what reports an outage can be dismissed', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  for (const action of ['check-recent', 'keep-alive']) api.refused.set(action, 'mail_unavailable')
  await page.getByRole('button', { name: 'Check for new mail' }).click()

  await page.locator('.banner').getByRole('button', { name: 'Dismiss' }).click()

  await page.locator('.banner').waitFor({ state: 'detached' })
  t.pass()
})

test('a notice can be pressed while a dialog is open', async (t) => {
  const { page } = await openMail(t)
  await holdNotices(page)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('z')
  await page.keyboard.press('?')
  const notice = page.getByRole('dialog').locator('.toast')

  await notice.getByRole('button', { name: 'Dismiss' }).click()

  await notice.waitFor({ state: 'detached' })
  t.is(await page.getByRole('dialog').count(), 1)
})
