import test from 'ava'
import type { Page } from 'playwright-core'
import { decodeTransfer } from '../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

/** A GIF of one red pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs='
const PAGE = '<table><tr><td><b>Offer</b> of the week <img src="cid:logo@x.test"></td></tr></table>'
const PDF = Buffer.from('%PDF-1.4 contract').toString('base64')

/** A newsletter as Outlook sends it: everything in multipart/related, each part with a Content-ID. */
const newsletter = [
  'From: Ada <ada@example.org>',
  'Subject: Newsletter',
  'Message-ID: <newsletter@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: text/html; charset=utf-8',
  '',
  PAGE,
  '--r',
  'Content-Type: image/gif; name=logo.gif',
  'Content-ID: <logo@x.test>',
  'Content-Transfer-Encoding: base64',
  '',
  PIXEL,
  '--r',
  'Content-Type: application/pdf; name=contract.pdf',
  'Content-ID: <contract@x.test>',
  'Content-Transfer-Encoding: base64',
  '',
  PDF,
  '--r--',
  '',
].join('\r\n')

const prepare = (dovecot: SignedInPage['dovecot'], owner: string) =>
  dovecot.deliver(owner, { raw: newsletter })

async function openNewsletter(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Newsletter/ }).click()
  await page.frameLocator('iframe').getByText('of the week').waitFor()
}

async function send(page: Page): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('bob@example.org')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()
}

function decoded(source: string): string {
  return decodeTransfer(Buffer.from(source, 'latin1'), 'quoted-printable').toString()
}

test.serial(
  'a file with a Content-ID that the page does not show is listed, and the image it shows is not',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, { prepare })
    await openNewsletter(page)

    const links = page.getByRole('link', { name: /^Download/ })

    t.deepEqual(await links.allTextContents(), ['Download contract.pdf 18 bytes PDF'])
    await page.frameLocator('iframe').locator('img[src^="blob:"]').waitFor()
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'a forward keeps the page of the original with its image and file, also as a draft that is opened again',
  async (t) => {
    const { page, sent } = await openSignedInPage(t, { prepare })
    await openNewsletter(page)

    await page.getByRole('button', { name: 'Forward' }).click()
    await page.frameLocator('.original-frame').getByText('of the week').waitFor()
    await page.getByText('contract.pdf', { exact: true }).last().waitFor()
    await richText(page).fill('Look <here>')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).click()
    await page.getByRole('row', { name: /Fwd: Newsletter/ }).click()
    await page.getByRole('button', { name: 'Edit draft' }).click()
    await page.frameLocator('.original-frame').getByText('of the week').waitFor()
    t.is(await richText(page).innerText(), 'Look <here>')
    await send(page)

    const raw = sent()[0]?.source ?? ''
    const source = decoded(raw)
    t.true(source.includes(PAGE), 'the page is unchanged')
    t.regex(source, /Look &lt;here(?:>|&gt;)/)
    t.regex(source, /^Look <here>\r\n[^]*Subject: Newsletter[^]*Offer of the week/m)
    t.regex(source, /multipart\/alternative[^]*multipart\/related/)
    t.regex(source, /Content-Id: <logo@x\.test>/i)
    t.true(raw.includes(PIXEL) && raw.includes(PDF))
    t.notRegex(source, /X-Postern/)
  },
)

test.serial('a forwarded page can be edited as text, or left out', async (t) => {
  const { page, sent } = await openSignedInPage(t, { prepare })
  await openNewsletter(page)

  await page.getByRole('button', { name: 'Forward' }).click()
  await page.getByRole('button', { name: 'Edit as text' }).click()
  t.regex(await richText(page).innerText(), /Original message[^]*Offer/)
  t.is(await page.locator('.original-frame').count(), 0)
  await send(page)

  const source = decoded(sent()[0]?.source ?? '')
  t.notRegex(source, /<table/)
  t.regex(source, /Original message[^]*^Subject: Newsletter\r\n/m)
})

test.serial('several messages are forwarded as files with their own bytes', async (t) => {
  const { page, sent } = await openSignedInPage(t, { prepare })
  await page.getByRole('row', { name: /Newsletter/ }).waitFor()

  await page.getByRole('row').nth(0).getByRole('checkbox').check()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Forward as attachment' }).click()
  await page.getByText('Newsletter.eml').waitFor()
  await send(page)

  const source = sent()[0]?.source ?? ''
  t.is(source.match(/^Content-Type: message\/rfc822/gm)?.length, 2)
  t.true(source.includes(newsletter.trimEnd()))
})

test.serial('a message is edited as a new one, and goes out with its image and file', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, { prepare })
  await openNewsletter(page)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Edit as new' }).click()
  await page.getByText('contract.pdf', { exact: true }).last().waitFor()
  const body = page.frameLocator('iframe.editor-frame')
  await body.locator('img[src^="blob:"]').waitFor()
  t.is(await page.getByLabel('Subject').inputValue(), 'Newsletter')
  await page.getByLabel('Subject').fill('Newsletter, second edition')
  await send(page)

  const raw = sent()[0]?.source ?? ''
  t.regex(raw, /^Subject: Newsletter, second edition\r$/m)
  t.notRegex(raw, /^(?:References|In-Reply-To):/im)
  t.regex(decoded(raw), /<b>Offer<\/b> of the week/)
  t.true(raw.includes(PIXEL) && raw.includes(PDF))
  t.deepEqual(complaints, [])
})

test.serial('one file of a message is forwarded from its menu, without the rest', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, { messages: 0, prepare })
  await openNewsletter(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Forward contract.pdf' }).click()
  await page.locator('.attached', { hasText: 'contract.pdf' }).waitFor()

  await send(page)

  const source = sent()[0]?.source ?? ''
  t.regex(source, /filename="?contract\.pdf/)
  t.true(source.includes(PDF))
  t.notRegex(source, /of the week|logo/)
  t.deepEqual(complaints, [])
})
