import test from 'ava'
import { mailWithScripts, SINK, trackingMail } from '../../../../proxy/mail/html/hostile-mail.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'
import { mutants } from '../../mail-html/mutants.ts'

const openMail = browserTests(test)

const hostile = [...mailWithScripts, ...trackingMail]
const FULL_COUNT = 2_000

test('pasted markup runs no script and sends no request', async (t) => {
  const { page } = await openMail(t)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.evaluate(() => {
    addEventListener('message', () =>
      document.documentElement.toggleAttribute('data-has-run', true),
    )
  })
  const inside = page.frameLocator('.editor-frame').getByRole('textbox')
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByRole('checkbox', { name: 'Rich text' }).click()
  await inside.click()

  const made = mutants(hostile, { count: FULL_COUNT - hostile.length, batch: 100 })
  for (const fragments of [hostile, ...(isLong ? made : [])]) {
    const unpasted = await inside.evaluate((body, markups) => {
      return markups.filter((markup) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', `${markup}</script></style></noscript><p>x</p>`)
        const event = { clipboardData, cancelable: true, bubbles: true }
        return body.dispatchEvent(new ClipboardEvent('paste', event))
      })
    }, fragments)
    t.deepEqual(unpasted, [])
    t.is(await inside.locator('script, iframe, svg, math, style, form, object').count(), 0)
    // What is there stays there, and is looked at again by every paste.
    await inside.evaluate((body) => body.replaceChildren())
  }

  t.is(await page.locator('html[data-has-run]').count(), 0)
  t.deepEqual(
    requested.filter((url) => url.startsWith(SINK)),
    [],
  )
})
