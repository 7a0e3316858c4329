import test from 'ava'
import type { Page } from 'playwright-core'
import { recipientsIn } from '../../../../support/web/composed.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** A second try has another address. */
const composerCode = /\/later-part-[^/]*\.js(?:\?again=\d+)?$/
const notLoaded = 'The form for writing could not be loaded.'

async function refuseComposerCode(page: Page): Promise<void> {
  await page.route(composerCode, (route) => route.abort())
}

/** The code does not come before the function that is returned was called. */
async function holdComposerCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(composerCode, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('the code for writing comes automatically, before anyone writes', async (t) => {
  const { page } = await openMail(t)

  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/later-part-')),
  )
  t.is(await page.getByLabel('Message text').count(), 0)
})

test('what is typed while the code for writing is on its way is no command', async (t) => {
  const { page, api } = await openMail(t)
  const release = await holdComposerCode(page)
  await page.reload()
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await page.keyboard.press('c')
  await page.keyboard.press('e')
  release()

  await page.getByLabel('To', { exact: true }).waitFor()
  await page.keyboard.type('ada@example.test,')
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.test'])
  t.false(api.calls.some(({ action }) => action === 'move'))
})

test('Escape rolls back a message whose code is on its way', async (t) => {
  const { page } = await openMail(t)
  const release = await holdComposerCode(page)
  await page.reload()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('c')
  await page.waitForURL(/compose/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.hash.includes('compose'))

  const loaded = page.waitForResponse(composerCode)
  release()

  await (await loaded).finished()
  await page.getByRole('button', { name: 'New message' }).first().click()
  await page.getByLabel('To', { exact: true }).waitFor()
  t.is(await page.locator('form.composer').count(), 1)
})

for (const [name, file] of [
  ['code', composerCode],
  ['text', /\/later-en-[^/]*\.js(?:\?again=\d+)?$/],
] as const) {
  test(`${name} for writing that could not be loaded is reported, and loaded again on request`, async (t) => {
    const { page } = await openMail(t)
    await page.route(file, (route) => route.abort())
    await page.reload()
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByText(notLoaded).waitFor()
    await page.unroute(file)

    await page.getByRole('button', { name: 'Try again' }).click()

    await page.getByLabel('To', { exact: true }).waitFor()
    t.true(page.url().includes('compose'))
  })
}

test('a reply requested while the line is cut opens once the server answers', async (t) => {
  const { page, api } = await openMail(t)
  await refuseComposerCode(page)
  await page.reload()
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  api.refused.set('keep-alive', 'mail_unavailable')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByRole('button', { name: 'Try now' }).waitFor()
  await page.unroute(composerCode)

  api.refused.delete('keep-alive')
  await page.getByRole('button', { name: 'Try now' }).click()

  await page.getByLabel('Message text').waitFor()
  t.deepEqual(await recipientsIn(page, 'to'), ['Sender 20 <sender20@example.test>'])
})

test('a message stored in the browser outlives code that could not be loaded', async (t) => {
  const { page } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('Message text').fill('Precious')
  await refuseComposerCode(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(notLoaded).waitFor()
  await page.unroute(composerCode)

  await page.getByRole('button', { name: 'New message' }).first().click()

  await page
    .getByRole('navigation', { name: 'Messages being written' })
    .getByRole('button', { name: 'New message', exact: true })
    .click()
  t.is(await page.locator('.composer:visible [name=message]').inputValue(), 'Precious')
})
