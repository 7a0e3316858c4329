import test from 'ava'
import type { Page } from 'playwright-core'
import type { FakeApi } from '../../../support/web/fake-api.ts'
import { layoutFaults } from '../../../support/web/layout-faults.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

const requested = (api: FakeApi) =>
  api.calls.filter(({ action }) => action === 'previews').map(({ input }) => input.uids?.length)

async function keepLines(api: FakeApi, wanted: number): Promise<void> {
  const changes = [{ name: 'previewLines', seen: 0, wanted }]
  await api.settings.answer('save-settings', { changes })
}

const rowHeight = (page: Page) =>
  page.getByRole('row', { name: /Message 20/ }).evaluate((row) => row.clientHeight)

test.serial(
  'the beginning of the text shows at once, and nothing is requested where it is not wanted',
  async (t) => {
    const { page, api } = await openMail(t)
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    const before = await rowHeight(page)
    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Reading' }).click()
    await page.getByLabel('Group messages').waitFor()
    t.deepEqual(requested(api), [])

    await page.getByLabel('Message preview').selectOption('One line')

    await page.getByText('Text of message 20.').waitFor()
    t.is(await rowHeight(page), before + 20)
    t.deepEqual(requested(api), [20])
  },
)

test.serial(
  'only the rows in view are requested, and the next ones when they come into sight',
  async (t) => {
    const { page, api } = await openMail(t, {
      messages: 400,
      prepare: (fake) => void keepLines(fake, 2),
    })
    await page.getByText('Text of message 400.').waitFor()
    t.true((requested(api)[0] ?? 400) <= 40)

    await page.locator('.grid').evaluate((grid) => (grid.scrollTop = grid.scrollHeight))

    await page.getByText('Text of message 1.', { exact: true }).waitFor()
    t.true(requested(api).every((count) => (count ?? 400) <= 40))
  },
)

for (const [width, colorScheme, language] of [
  [1440, 'dark', ''],
  [390, 'light', ''],
  [1024, 'light', 'ar'],
] as const) {
  test.serial(`rows with two lines of text stand in their places: ${width} px`, async (t) => {
    const { page, api } = await openMail(t, {
      browser: { viewport: { width, height: 844 }, colorScheme },
    })
    const changes = [
      { name: 'previewLines', seen: 0, wanted: 2 },
      { name: 'language', seen: '', wanted: language },
    ]
    await api.settings.answer('save-settings', { changes })
    await page.reload()
    await page.getByText('Text of message 20.').waitFor()
    await settleShot(page, `previews-${width}`)

    t.deepEqual(await layoutFaults(page), [])
    t.deepEqual(await violations(page), [])
  })
}
