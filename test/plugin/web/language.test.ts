import { join } from 'node:path'
import test from 'ava'
import type { Page } from 'playwright-core'
import type { FakeApi } from '../../support/web/fake-api.ts'
import { fakeMessage } from '../../support/web/fake-mail.ts'
import { browserTests } from '../../support/web/open-mail.ts'
import { violations } from '../../support/web/violations.ts'

const openMail = browserTests(test)
const shots = process.env['LAYOUT_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `language-${name}.png`) })
}

function prepareArabic(api: FakeApi): void {
  api.language = 'ar'
  const inbox = api.mailboxes.get('INBOX')
  const letters = [
    ['ليلى حداد', 'موعد اجتماع يوم الخميس'],
    ['Anna Schmidt', 'Re: Invoice 2041 (final)'],
    ['محمود درويش', 'ملاحظات على المسودة الثانية'],
    ['Postmaster', 'Your mailbox (90% full)'],
  ]
  letters.forEach(([name = '', subject = ''], at) => {
    inbox?.messages.push(
      fakeMessage(30 + at, {
        subject,
        from: [{ name, address: `sender${at}@example.test` }],
        flags: at > 1 ? [] : ['\\Seen', '\\Answered'],
        text: 'مرحبًا،\nهل يناسبك يوم الخميس في العاشرة؟\n\n> Can we meet this week?\n\nمع التحية',
        attachments: [],
      }),
    )
  })
}

for (const [name, browser] of [
  ['desktop', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const) {
  test.serial(`the page is read in Arabic from right to left: ${name}`, async (t) => {
    const options = { prepare: prepareArabic, browser: { ...browser, locale: 'ar' } }
    const { page, complaints } = await openMail(t, options)
    const look = async (state: string) => {
      t.deepEqual(await violations(page), [], state)
      t.is(await overflow(page), 0, state)
      await shoot(page, `${name}-${state}`)
    }
    const row = page.getByRole('row', { name: /ليلى حداد/ })
    await row.waitFor()
    t.is(await page.evaluate(() => document.documentElement.dir), 'rtl')
    await look('inbox')

    await row.click()
    await page.getByText('مرحبًا').first().waitFor()
    await look('message')

    await page.getByRole('button', { name: 'رد', exact: true }).click()
    await page.getByLabel('نص الرسالة').waitFor()
    await look('composer')
    await page.keyboard.press('Escape')

    await page.locator('body').press(',')
    const first = page.getByRole('tab', { name: 'الهويات' })
    await first.press('ArrowLeft')
    t.is(await page.getByRole('tab', { selected: true }).textContent(), 'القراءة')
    await look('settings')
    t.deepEqual(complaints, [])
  })
}

test.serial(
  'a chosen language holds at once and in the other tab, and loses no text',
  async (t) => {
    const { page, complaints } = await openMail(t)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'New message' }).click()
    await other.getByLabel('Message text').fill('Half a thought')
    await page.getByRole('row', { name: /Message 20/ }).waitFor()

    await page.keyboard.press(',')
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByLabel(/^Language/).selectOption('de')

    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    t.is(await page.getByLabel(/^Sprache/).inputValue(), 'de')
    t.is(await page.evaluate(() => document.documentElement.lang), 'de')
    t.deepEqual(await violations(page), [])
    await shoot(page, 'german-settings')
    await other.getByRole('button', { name: 'Senden', exact: true }).waitFor()
    t.is(await other.getByLabel('Nachrichtentext').inputValue(), 'Half a thought')

    await page.reload()
    await page.getByRole('link', { name: /^Posteingang/ }).waitFor()
    t.deepEqual(complaints, [])
  },
)

/** Pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

test.serial('a sender is chosen whose name and address stand apart in Arabic', async (t) => {
  const { page } = await openMail(t, {
    prepare(api) {
      api.language = 'ar'
      const fields = ['Mia Meier', 'owner@example.test'].map((wanted, index) => ({
        ...{ name: ['name', 'address'][index], seen: '', wanted },
      }))
      void api.settings.answer('save-identity', { id: '1', isNew: true, changes: fields })
    },
  })
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('c')

  const sender = page.locator('.sender-choice option').last()
  await sender.waitFor({ state: 'attached' })

  t.is(await sender.textContent(), '\u2068Mia Meier\u2069 \u2066<owner@example.test>\u2069')
})
