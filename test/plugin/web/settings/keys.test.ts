import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

async function openKeys(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Keyboard shortcuts', exact: true }).click()
}

test.serial(
  'a key is changed, holds at once and in the help, and goes back to the default one',
  async (t) => {
    const { page, api } = await openMail(t)
    await openKeys(page)
    await page.getByRole('textbox', { name: 'New message' }).focus()
    const saving = api.next('save-settings')
    await page.keyboard.type('N')
    t.regex(JSON.stringify((await saving).input.changes), /"wanted":\{"compose":"n"\}/)
    await page.waitForFunction(
      () =>
        document.activeElement instanceof HTMLInputElement && document.activeElement.value === 'n',
    )
    await page.keyboard.press('Escape')

    await page.keyboard.press('?')
    const message = page
      .locator('.keys > div', { hasText: /New message$/ })
      .locator('kbd')
      .first()
    t.is(await message.innerText(), 'n')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.press('n')
    await page.getByLabel('Message text').waitFor()
    await page.keyboard.press('Escape')

    await openKeys(page)
    await page.getByRole('button', { name: 'Restore default shortcuts' }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('.key-setting input')].every(
        ({ value }) => value !== 'n',
      ),
    )
    t.deepEqual((await api.settings.read()).preferences.keys, {})
  },
)

test.serial('a key that is taken is told and not changed', async (t) => {
  const { page, api } = await openMail(t, {
    browser: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  })
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Keyboard shortcuts', exact: true }).click()
  await page.getByRole('textbox', { name: 'New message' }).fill('r')

  await page.getByText('“r” is already used for: Reply. Nothing was changed.').waitFor()
  t.is(await page.getByRole('textbox', { name: 'New message' }).inputValue(), 'c')
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'keys-phone')
  t.false(api.calls.some(({ action }) => action === 'save-settings'))
})

test.serial('a space is no key of the map, and the user is told why', async (t) => {
  const { page, api } = await openMail(t)
  await openKeys(page)
  const field = page.getByRole('textbox', { name: 'New message' })
  await field.focus()

  await page.keyboard.press(' ')
  await page.getByText('The space bar presses the focused button').waitFor()

  t.is(await field.inputValue(), 'c')
  const saved = api.next('save-settings')
  await page.keyboard.type('n')
  await page.getByText('The space bar presses the focused button').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await page.getByText('The space bar presses the focused button').waitFor()
  await saved
  t.deepEqual((await api.settings.read()).preferences.keys, { compose: 'n' })
})

test.serial('the keys that the page names are those in force', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Keyboard shortcuts', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('y')
  await page.getByRole('textbox', { name: 'This help' }).fill('h')
  await page.keyboard.press('Escape')

  await page.locator('.search-key').getByText('y').waitFor()
  await page.locator('.key-hint kbd').getByText('h').waitFor()
  t.pass()
})
