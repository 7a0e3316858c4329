import test from 'ava'
import { eventually } from '../../support/database/rows.ts'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** As Outlook writes it. */
const NEWSLETTER = [
  'From: Ada <ada@example.org>',
  'To: me@example.org',
  'Subject: Pictures',
  'Date: Fri, 27 Nov 2026 10:00:00 +0000',
  'Message-ID: <pictures@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary=r; type="multipart/alternative"',
  '',
  '--r',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain',
  '',
  'Look [cid:image001.png@01DC5F]',
  '--a',
  'Content-Type: text/html',
  '',
  '<style>p.MsoNormal{color:#1f497d}</style>',
  '<p class=MsoNormal>Look <img width=9 src="cid:image001.png@01DC5F"></p>',
  '--a--',
  '--r',
  'Content-Type: image/png; name="image001.png"',
  'Content-ID: <image001.png@01DC5F>',
  'Content-Transfer-Encoding: base64',
  '',
  PIXEL,
  '--r--',
  '',
].join('\r\n')

test('a reply shows and sends the images of what it quotes, also as a draft that was closed', async (t) => {
  const { page, owner, sent, dovecot, complaints } = await openSignedInPage(t, {
    messages: 0,
    prepare: (server, user) => server.deliver(user, { raw: NEWSLETTER }),
  })
  const inside = richText(page)
  const image = inside.locator('blockquote img')
  const isShown = () =>
    image.evaluate((shown) => shown instanceof HTMLElement && shown.clientWidth === 9)
  await page.getByRole('row', { name: /Pictures/ }).click()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  const showQuote = () => page.getByRole('button', { name: 'Show quoted text' }).click()
  await showQuote()
  await inside.locator('img[src^="blob:"]').waitFor()
  t.true(await isShown())

  await inside.press('Control+Home')
  await inside.pressSequentially('Seen')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await inside.press('Escape')
  // What it was made of is not needed any more.
  await dovecot.doveadm.expunge(owner, { mailbox: 'INBOX', uid: 1 })
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await page.getByRole('row', { name: /Pictures/ }).click()
  await page.getByRole('button', { name: 'Edit draft' }).click()
  await showQuote()
  await inside.locator('img[src^="blob:"]').waitFor()
  t.is(await page.getByText('image001.png').count(), 0)
  await inside.press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  const [message] = await eventually(
    async () => sent(owner),
    (messages) => messages.length === 1,
  )
  const source = message?.source ?? ''
  t.regex(source, /multipart\/alternative[^]*multipart\/related[^]*text\/html[^]*image\/png/)
  t.regex(source.replaceAll('=\r\n', ''), /<img[^>]*src=3D"cid:image001\.png@01DC5F"/)
  t.regex(source.replaceAll('=\r\n', ''), /color: ?(?:#1f497d|rgb\(31, ?73, ?125\))/)
  t.regex(source, /Content-ID: <image001\.png@01DC5F>/i)
  t.notRegex(source, /class=3D|data-part|blob:/)
  t.true(source.replaceAll('\r\n', '').includes(PIXEL))
  t.deepEqual(complaints, [])
})
