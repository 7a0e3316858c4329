import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import type { Page } from 'playwright-core'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests, type OpenMail } from '../../../../support/web/open-mail.ts'

const run = promisify(execFile)
const openMail = browserTests(test)

const lines = Array.from({ length: 200 }, (_, n) => `Line ${n} of a letter that is long`)
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wideTable = `<table><tr>${'<td>onea cell of sixteennbsp;ofa cell of sixteennbsp;sixteen</td>'.repeat(15)}<td>LastCell</td></tr></table>`

const contents = {
  'plain text': { text: lines.join('\n') },
  HTML: {
    html: `<img src="data:image/png;base64,${picture}" width="90">${wideTable}${lines.map((line) => `<p>${line}</p>`).join('')}`,
  },
} as const

const views = {
  'a light page': {},
  'a dark page': { colorScheme: 'dark' },
  'a wide page': { viewport: { width: 2_400, height: 900 } },
  'a phone': { viewport: { width: 390, height: 844 } },
} as const

for (const [kind, content] of Object.entries(contents)) {
  for (const [view, browser] of Object.entries(views)) {
    test(`the browser's print has the whole message and nothing around it: ${kind} on ${view}`, async (t) => {
      const { page } = await openMail(t, { browser, prepare: withMessage(content) })
      await openMessage(page)
      const pdf = await page.pdf({ format: 'A4' })

      const { text, pages } = await contentOf(pdf)
      t.regex(text, /^\s*Message 21\b/)
      t.true(lines.every((line) => text.includes(line)))
      t.is(text.includes('LastCell'), kind === 'HTML')
      t.notRegex(text, /Message 20|New message|Folders|Reply/)
      t.true(pages > 2 && pages < 12, `${pages} pages`)
    })
  }
}

test('a page that its owner made dark is printed in dark ink', async (t) => {
  const { page } = await openMail(t, { prepare: withMessage(contents['plain text']) })
  await openMessage(page)
  await page.evaluate(() => (document.documentElement.dataset['colorScheme'] = 'dark'))
  await page.emulateMedia({ media: 'print' })

  const colors = await page
    .locator('.message-address, .message-date, .plain-text')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color))
  t.is(colors.length, 3)
  for (const color of colors) {
    t.true(Math.max(...(color.match(/\d+/g) ?? []).map(Number)) < 130, color)
  }
})

for (const key of ['Control+p', 'Meta+p']) {
  test(`${key} prints an open message as the menu does`, async (t) => {
    const { page } = await openMail(t, { prepare: withMessage(contents.HTML) })
    await openMessage(page)

    await page.keyboard.press(key)

    const printed = page.frameLocator('#print-frame')
    await printed.getByText('Line 199').waitFor({ state: 'attached' })
    t.is(await printed.locator('h1').textContent(), 'Message 21')
  })
}

test('without an open message, and over a dialog, Ctrl+P is left to the browser', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.evaluate(() =>
    addEventListener('keydown', (event) => {
      document.title = `${event.key} ${event.defaultPrevented ? 'taken' : 'left'}`
    }),
  )

  await page.keyboard.press('Control+p')
  t.is(await page.title(), 'p left')
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByRole('article').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+p')
  t.is(await page.title(), 'p left')
  const { text } = await contentOf(await page.pdf())
  t.regex(text, /Keyboard shortcuts/)
})

function withMessage(content: { readonly text?: string } | { readonly html?: string }) {
  return ({ mailboxes }: OpenMail['api']) => {
    mailboxes.get('INBOX')?.messages.push(fakeMessage(21, content))
  }
}

async function openMessage(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.locator('.message-frame:not(.is-loading), .plain-text').waitFor()
}

/** The text of a PDF as it reads, and the number of its pages (poppler-utils). */
async function contentOf(pdf: Buffer): Promise<{ readonly text: string; readonly pages: number }> {
  const reading = run('pdftotext', ['-layout', '-', '-'])
  reading.child.stdin?.end(pdf)
  const { stdout } = await reading
  return { text: stdout, pages: stdout.split('\f').length - 1 }
}
