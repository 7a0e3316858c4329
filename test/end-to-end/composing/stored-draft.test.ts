import { randomBytes } from 'node:crypto'
import test from 'ava'
import type { Page } from 'playwright-core'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const FILE_BYTES = 20_000_000
/** What a page and its requests weigh without the file. */
const SMALL_BYTES = 1_000_000

test('a stored draft with a file of 20 MB is sent without the file passing through the page', async (t) => {
  const file = randomBytes(FILE_BYTES)
  const encoded = file.toString('base64').replace(/.{76}/g, '$&\r\n')
  const imap = { fromServer: 0, fromPostern: 0 }
  const { page, sent, complaints } = await openSignedInPage(t, {
    config: { limits: { messageBytes: 60_000_000 } },
    between: (dovecot) =>
      startImapRelay(t, {
        ...dovecot,
        cuts: (piece) => {
          imap.fromPostern += piece.length
          return false
        },
        rewrite: (line) => {
          imap.fromServer += line.length + 2
          return line
        },
      }),
    prepare: (dovecot, owner) =>
      dovecot.deliver(owner, {
        mailbox: 'Drafts',
        flags: ['\\Draft', '\\Seen'],
        raw: draftOf(owner, encoded),
      }),
  })
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await page.getByRole('row', { name: /The large plan/ }).click()
  const edit = page.getByRole('button', { name: 'Edit draft' })
  await edit.waitFor()
  const passed = notePassed(page)

  await edit.click()
  await page.getByText('large.bin').first().waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()
  await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()

  const source = sent()[0]?.source ?? ''
  const [, content = ''] = /large\.bin[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source) ?? []
  t.true(Buffer.from(content, 'base64').equals(file))
  const { uploaded, downloaded } = await passed()
  t.true(uploaded > 0 && uploaded < SMALL_BYTES, `${uploaded} bytes uploaded`)
  t.true(downloaded > 0 && downloaded < SMALL_BYTES, `${downloaded} bytes downloaded`)
  // Read once, and filed once in Sent.
  for (const bytes of [imap.fromServer, imap.fromPostern]) {
    t.true(bytes > encoded.length && bytes < encoded.length + SMALL_BYTES, JSON.stringify(imap))
  }
  t.deepEqual(complaints, [])
})

function draftOf(owner: string, encoded: string): string {
  return [
    `From: ${owner}`,
    'To: ada@example.org',
    'Subject: The large plan',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=limit',
    '',
    '--limit',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Here it is.',
    '--limit',
    'Content-Type: application/octet-stream; name=large.bin',
    'Content-Disposition: attachment; filename=large.bin',
    'Content-Transfer-Encoding: base64',
    '',
    encoded,
    '--limit--',
    '',
  ].join('\r\n')
}

/** Counts the bytes of bodies in both directions from now on. */
function notePassed(page: Page) {
  const sizes: Promise<{ readonly requestBodySize: number; readonly responseBodySize: number }>[] =
    []
  page.on('requestfinished', (request) => sizes.push(request.sizes()))
  return async () => {
    let [uploaded, downloaded] = [0, 0]
    for (const { requestBodySize, responseBodySize } of await Promise.all(sizes)) {
      uploaded += requestBodySize
      downloaded += responseBodySize
    }
    return { uploaded, downloaded }
  }
}
