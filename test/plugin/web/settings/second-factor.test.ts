import test from 'ava'
import { browserTests } from '../../../support/web/open-mail.ts'
import { keepsCodes } from '../../../support/web/keeps-codes.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

test.serial(
  'codes are set up, recovery codes shown, and codes turned off in the settings',
  async (t) => {
    const { page } = await openMail(t)
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Two-factor authentication' }).click()

    await page.getByLabel('Current password').fill('secret')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code is not correct').waitFor()
    t.deepEqual(await violations(page), [])
    const width = await page
      .locator('.factor-picture')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
    t.true(width > 0)
    await settleShot(page, 'second factor invited')
    await page.getByLabel('Code').fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('Recovery codes').waitFor()
    t.is(await page.locator('.recovery-codes li').count(), 10)
    t.deepEqual(await violations(page), [])
    await keepsCodes(t, page, { user: 'owner@example.test' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await settleShot(page, 'second factor recovery')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    t.is(await page.locator('.recovery-codes li').count(), 10)
    await page.getByRole('button', { name: 'I have saved them' }).click()

    await page.getByLabel('Current password').fill('secret')
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up codes' }).waitFor()
    t.deepEqual(await violations(page), [])
  },
)
