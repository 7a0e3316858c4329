import test from 'ava'
import type { Page } from 'playwright-core'
import { layoutFaults } from '../../../support/web/layout-faults.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

const borderOf = (page: Page, name: string) => page.getByRole('separator', { name, exact: true })

/** Waits until the pane takes this share of the page, in percent. */
async function untilShare(page: Page, pane: string, percent: number): Promise<void> {
  await page.waitForFunction(
    ([selector, share]) => {
      const [one, all] = [document.querySelector(selector), document.querySelector('.panes')]
      const width = one?.getBoundingClientRect().width ?? 0
      return Math.abs(width - ((all?.clientWidth ?? 0) * share) / 100) < 1
    },
    [pane, percent] as const,
  )
}

test.serial(
  'a border is dragged, and the width holds in another tab and after a reload',
  async (t) => {
    const { page, api } = await openMail(t, { browser: { viewport: { width: 1440, height: 900 } } })
    const other = await page.context().newPage()
    await other.goto(page.url())
    await page.bringToFront()
    const border = borderOf(page, 'Width of the list')
    const folders = await page.getByRole('navigation', { name: 'Folders' }).boundingBox()
    const end = (folders?.width ?? 0) + 0.4 * 1440

    await border.hover()
    const saving = api.next('save-settings')
    await page.mouse.down()
    await page.mouse.move(end - 50, 400)
    await page.mouse.move(end, 400)
    await page.mouse.up()

    t.regex(JSON.stringify((await saving).input.changes), /"listWidth","seen":null,"wanted":400/)
    await untilShare(page, '.list-pane', 40)
    await untilShare(other, '.list-pane', 40)
    t.is(await border.getAttribute('aria-valuenow'), '40')
    await page.reload()
    await page.locator('.list-pane').waitFor()
    await untilShare(page, '.list-pane', 40)
  },
)

test.serial(
  'arrows move a border, Home and End to its limits, and Enter to its default place',
  async (t) => {
    const { page, api, complaints } = await openMail(t, {
      browser: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    })
    const border = borderOf(page, 'Width of the folders')
    await border.focus()
    const defaultWidth = await border.getAttribute('aria-valuenow')
    await page.keyboard.press('End')
    await untilShare(page, '.folder-pane', 25)
    await settleShot(page, 'border')
    t.deepEqual(await violations(page), [])
    await page.keyboard.press('ArrowLeft')
    await untilShare(page, '.folder-pane', 24)
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-valuenow') === '24')
    t.deepEqual(await layoutFaults(page), [])

    const saving = api.next('save-settings')
    await page.keyboard.press('Enter')
    t.regex(JSON.stringify((await saving).input.changes), /"wanted":null/)
    await page.waitForFunction(
      (now) => document.activeElement?.getAttribute('aria-valuenow') === now,
      defaultWidth,
    )
    t.deepEqual(complaints, [])
  },
)

test.serial('where lines begin at the right, the arrow to the left widens', async (t) => {
  const { page, api } = await openMail(t, { browser: { viewport: { width: 1440, height: 900 } } })
  const changes = [{ name: 'language', seen: '', wanted: 'ar' }]
  await api.settings.answer('save-settings', { changes })
  await page.reload()
  const border = borderOf(page, 'عرض القائمة')
  await border.focus()
  await page.keyboard.press('End')
  await untilShare(page, '.list-pane', 50)
  await page.keyboard.press('ArrowRight')
  await untilShare(page, '.list-pane', 49)
  await settleShot(page, 'border rtl')
  t.deepEqual(await layoutFaults(page), [])
})

test.serial(
  'a width that was changed elsewhere meanwhile is shown, and the user told',
  async (t) => {
    const { page, api } = await openMail(t, { browser: { viewport: { width: 1440, height: 900 } } })
    const changes = [{ name: 'listWidth', seen: null, wanted: 300 }]
    await api.settings.answer('save-settings', { changes })

    await borderOf(page, 'Width of the list').focus()
    await page.keyboard.press('End')

    await page.getByText('This was changed elsewhere in the meantime').waitFor()
    await untilShare(page, '.list-pane', 30)
    t.is((await api.settings.read()).preferences.listWidth, 300)
  },
)

test.serial('on a phone there is no border to move', async (t) => {
  const { page } = await openMail(t, { browser: { viewport: { width: 390, height: 844 } } })
  await page.locator('.pane-border').first().waitFor({ state: 'attached' })

  t.is(await page.getByRole('separator').count(), 0)
})
