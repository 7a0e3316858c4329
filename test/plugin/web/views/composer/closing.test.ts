import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** The first save is answered only when the function that is returned is called; the next ones at once. */
async function holdFirstSave(
  page: Page,
): Promise<{ requested: Promise<void>; release: () => void }> {
  let [release, request]: (() => void)[] = []
  const released = new Promise<void>((resolve) => (release = resolve))
  const requested = new Promise<void>((resolve) => (request = resolve))
  await page.route(
    /_action=send/,
    async (route) => {
      request?.()
      await released
      await route.continue()
    },
    { times: 1 },
  )
  return { requested, release: () => release?.() }
}

test('a message that changes while it is saved to be closed is saved again, and closes', async (t) => {
  const { page, api } = await openMail(t)
  const { requested, release } = await holdFirstSave(page)
  await page.keyboard.press('c')
  const text = page.getByLabel('Message text')
  await text.fill('Half a thought')
  await text.press('Escape')
  await requested

  await text.pressSequentially(' more')
  release()

  await text.waitFor({ state: 'detached' })
  const saved = api.calls.filter(({ action }) => action === 'send')
  t.is(saved.length, 2)
  t.is(saved.at(-1)?.input.text?.trim(), 'Half a thought more')
})

test('a message that is requested while the last one is saved to be closed opens after it', async (t) => {
  const { page } = await openMail(t)
  const { requested, release } = await holdFirstSave(page)
  await page.keyboard.press('c')
  const text = page.getByLabel('Message text')
  await text.fill('Half a thought')
  await text.press('Escape')
  await requested

  await page.getByRole('button', { name: 'New message' }).first().click()
  release()

  await page.getByText('Draft saved').waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('[name=message]')?.value.trim() === '',
  )
  t.is(await page.getByText('Send, save or discard').count(), 0)
})
