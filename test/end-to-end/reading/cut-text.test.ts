import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

const HTML_BYTES = 2_000

test.serial(
  'a text of which words are missing says so, and leads to the whole message',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, {
      config: { tuning: { imap: { maxHtmlBytes: HTML_BYTES } } },
      prepare: (dovecot, owner) =>
        dovecot.deliver(owner, {
          mailbox: 'INBOX',
          raw: `From: ada@example.org\r\nTo: ${owner}\r\nSubject: Thread\r\nContent-Type: text/html\r\n\r\n<p>Above</p>${'<p>word</p>\r\n'.repeat(HTML_BYTES / 10)}Within`,
          flags: [],
        }),
    })
    await page.getByRole('row', { name: /Thread/ }).click()
    await page.getByRole('heading', { name: 'Thread', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show plain text' }).click()
    await page.getByText('Above').waitFor()

    const bar = page.locator('.message-bar', { hasText: 'only part of it is shown' })
    const file = page.waitForEvent('download')
    await bar.getByRole('link', { name: 'Save as file' }).click()
    t.is((await file).suggestedFilename(), 'Thread.eml')
    t.regex(
      (await bar.getByRole('link', { name: 'Show source' }).getAttribute('href')) ?? '',
      /viewsource/,
    )
    t.deepEqual(complaints, [])
  },
)
