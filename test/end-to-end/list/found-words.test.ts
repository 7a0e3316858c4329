import test from 'ava'
import type { Page } from 'playwright-core'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { openSignedInPage } from '../signed-in-page.ts'

async function deliverLetters(dovecot: Dovecot, owner: string): Promise<void> {
  const head = `From: Zoe Harbour <zoe@example.org>\r\nTo: ${owner}\r\n`
  const plain = `${head}Subject: Lease of the quay\r\n\r\nThe harbour is open, HARBOUR (b) is not.\r\n`
  const html =
    `${head}Subject: Picture of the harbour\r\nContent-Type: text/html; charset=utf-8\r\n\r\n` +
    '<p>A <b>Harbour</b> at night, and <a href="https://example.org/">no other harbour</a>.</p>\r\n'
  for (const raw of [plain, html]) {
    await dovecot.deliver(owner, { mailbox: 'INBOX', raw, flags: [] })
  }
}

const prepared = { messages: 0, prepare: deliverLetters } as const

/** What is marked in the page, and in the frame of the message. */
async function marked(page: Page): Promise<{ list: string[]; message: string[]; frame: string[] }> {
  const [list, message] = await Promise.all(
    ['found-in-list', 'found-in-message'].map((name) =>
      page.evaluate((mark) => [...(CSS.highlights.get(mark) ?? [])].map(String), name),
    ),
  )
  const inside = page.frames().find((frame) => frame !== page.mainFrame())
  const frame = await inside?.evaluate(() =>
    [...(CSS.highlights.get('found-in-message') ?? [])].map(String),
  )
  return { list: list ?? [], message: message ?? [], frame: frame ?? [] }
}

test.serial(
  'words of a search are marked in the list and in messages of text and HTML, until it is cleared',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, prepared)
    const search = page.getByRole('searchbox')
    await search.fill('harbour -boat')
    await page.keyboard.press('Enter')
    await page.getByText('2 matches').waitFor()
    await page.getByRole('row', { name: /Lease/ }).click()
    await page.locator('.plain-text').waitFor()
    await page.waitForFunction(() => (CSS.highlights.get('found-in-message')?.size ?? 0) >= 4)

    const plain = await marked(page)
    t.deepEqual(plain.list.sort(), ['Harbour', 'Harbour', 'harbour'])
    // The sender stands in the heading and its details.
    t.true(plain.message.includes('Harbour'))
    t.deepEqual(plain.message.slice(-2), ['harbour', 'HARBOUR'])

    await page.getByRole('row', { name: /Picture/ }).click()
    const body = page.frameLocator('.message-frame').locator('body')
    await body.getByText('at night').waitFor()
    await t.notThrowsAsync(async () => {
      while ((await marked(page)).frame.length === 0) await page.waitForTimeout(50)
    })
    t.deepEqual((await marked(page)).frame, ['Harbour', 'harbour'])
    t.is(await body.locator('mark, span').count(), 0, 'the document is as it was')

    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByText('2 messages').waitFor()
    await page.waitForFunction(() => CSS.highlights.size === 0)
    t.deepEqual(await marked(page), { list: [], message: [], frame: [] })
    t.deepEqual(complaints, [])
  },
)
