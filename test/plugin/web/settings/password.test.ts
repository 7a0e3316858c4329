import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

async function type(page: Page, present: string, wanted: string, repeated = wanted) {
  await page.getByLabel('Current password').fill(present)
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Repeat new password').fill(repeated)
  await page.keyboard.press('Enter')
}

test.serial(
  'a password is changed in the settings, and what is wrong with it is told',
  async (t) => {
    const { page } = await openMail(t)
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Password' }).click()

    await type(page, 'secret', 'quite another', 'quite an other')
    await page.getByText('The new passwords do not match.').waitFor()
    await type(page, 'wrong', 'quite another')
    await page.getByText('The current password is not correct.').waitFor()
    t.deepEqual(await violations(page), [])
    await settleShot(page, 'password refused')
    await type(page, 'secret', 'quite another')
    await page.getByText('All other sessions were signed out.').waitFor()

    t.is(await page.getByLabel('Current password').inputValue(), '')
    t.deepEqual(await violations(page), [])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await settleShot(page, 'password changed')
  },
)
