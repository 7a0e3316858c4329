import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../support/web/open-mail.ts'

const openMail = browserTests(test)

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.bringToFront()
  await page
    .getByRole('row', { name: /Message/ })
    .first()
    .waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: tab }).click()
}

test.serial(
  'what one tab changes of the own things shows in the settings of the other',
  async (t) => {
    const { page } = await openMail(t)
    const other = await page.context().newPage()
    await other.goto(page.url())
    for (const one of [page, other]) await openSettings(one, 'Templates')

    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Name').fill('Thanks')
    await page.getByLabel('Text', { exact: true }).fill('Thank you.')
    await page.getByRole('button', { name: 'Save' }).click()
    await other.getByRole('button', { name: 'Edit Thanks' }).waitFor()

    await other.getByRole('tab', { name: 'Active sessions' }).click()
    await other.getByText('Chrome on Android').waitFor()
    await page.getByRole('tab', { name: 'Active sessions' }).click()
    await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click()
    await other.getByText('Chrome on Android').waitFor({ state: 'detached' })
    t.is(await other.getByText('Firefox on Linux').count(), 1)
  },
)

test.serial('on a phone the row of pages stays where it is, however long a page is', async (t) => {
  const { page } = await openMail(t, { browser: { viewport: { width: 390, height: 844 } } })
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  const top = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.locator('[role=tab][aria-selected=true]').getByText(name).waitFor()
    return page.getByRole('tablist').evaluate((row) => row.getBoundingClientRect().top)
  }

  t.is(await top('Templates'), await top('Reading'))
})
