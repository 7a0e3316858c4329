import test from 'ava'
import type { Page } from 'playwright-core'
import type { FakeApi } from '../../../support/web/fake-api.ts'
import { layoutFaults } from '../../../support/web/layout-faults.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

const row = (page: Page, number: number) =>
  page.getByRole('row', { name: new RegExp(`Message ${number}`) })

async function positionOf(page: Page, name: string) {
  const box = await page.getByRole('region', { name, exact: true }).boundingBox()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

async function keepReadingPane(api: FakeApi, wanted: string): Promise<void> {
  const changes = [{ name: 'readingPane', seen: 'right', wanted }]
  await api.settings.answer('save-settings', { changes })
}

test.serial(
  'a message is read below the list at once, in another tab and after a reload',
  async (t) => {
    const { page } = await openMail(t)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await row(other, 20).waitFor()
    await page.bringToFront()
    await row(page, 20).click()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByLabel('Reading pane').selectOption('Below the list')

    for (const tab of [page, other]) {
      await tab.waitForFunction(() => document.documentElement.dataset['readingPane'] === 'below')
      const [list, message] = [await positionOf(tab, 'Messages'), await positionOf(tab, 'Message')]
      t.is(message.x, list.x)
      t.is(message.width, list.width)
      t.is(message.y, list.y + list.height)
    }
    await page.reload()
    await page.locator('.page').waitFor()
    t.is(await page.locator('html').getAttribute('data-reading-pane'), 'below')
  },
)

test.serial('a message takes the place of the list, and Escape brings the list back', async (t) => {
  const { page, api } = await openMail(t)
  await keepReadingPane(api, 'off')
  await page.reload()
  await row(page, 20).waitFor()
  t.is(await page.getByRole('region', { name: 'Message', exact: true }).count(), 0)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Text of message 19.').waitFor()
  t.false(await row(page, 19).isVisible())
  t.true(await page.getByRole('navigation', { name: 'Folders' }).isVisible())

  await page.keyboard.press('Escape')
  await row(page, 19).waitFor()
  t.true(await row(page, 19).evaluate((element) => element === document.activeElement))
})

for (const wanted of ['below', 'off']) {
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [1024, 768, 'dark'],
    [390, 844, 'light'],
  ] as const) {
    const name = `${wanted}, ${width} px`
    test.serial(`every control is visible and free: ${name}`, async (t) => {
      const { page, api, complaints } = await openMail(t, {
        browser: { viewport: { width, height }, colorScheme },
      })
      await keepReadingPane(api, wanted)
      await page.reload()
      await row(page, 20).waitFor()
      await settleShot(page, `${name}-list`)
      t.deepEqual(await layoutFaults(page), [])

      await row(page, 20).click()
      await page.getByText('Text of message 20.').waitFor()
      await settleShot(page, `${name}-message`)
      t.deepEqual(await layoutFaults(page), [])
      t.deepEqual(await violations(page), [])
      t.deepEqual(complaints, [])
    })
  }
}
