import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import test from 'ava'
import type { Page } from 'playwright-core'
import { startPanelSimulator } from '../../../support/panel/simulator.ts'
import { launchChromium, openContext } from '../../../support/chromium.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { startSmtpSink, type SmtpSink } from '../../../support/smtp/sink.ts'
import { temporaryDirectory, type Teardown } from '../../../support/process/temporary-directory.ts'
import { richText } from '../../../support/web/composed.ts'
import { startWebServer } from './php-fpm.ts'
import { hosting, startShimGateway } from './gateway.ts'

// A browser, the simulated panel, real PHP, the built Postern, real Dovecot.

type Php = 'php-cgi' | 'php-fpm'

interface SignedInPage {
  readonly page: Page
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly owner: string
  /** What the browser complained about. */
  readonly complaints: readonly string[]
}

/** A browser at the panel's dashboard, about to open webmail. */
async function openDashboard(t: Teardown, php: Php): Promise<SignedInPage> {
  const directory = await temporaryDirectory(t)
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({ t })
  const gateway = await startShimGateway({
    directory,
    dovecot,
    smtp: { host: sink.host, port: sink.port },
  })
  t.teardown(() => gateway.stop())

  const { script } = gateway
  const owner = dovecot.userName(1)
  await dovecot.seed(owner, 7)
  const handOverSecret = randomBytes(32).toString('base64url')
  const simulator = await startPanelSimulator({
    mailboxes: [{ address: owner, password: dovecot.password, account: hosting.user }],
    accounts: [hosting],
    apps: [{ id: 'postern', displayName: 'Postern webmail', script }],
    trustForwardedFor: true,
    handOverSecret,
    directory,
  })
  t.teardown(() => simulator.stop())
  const panelUrl = simulator.webmailUrl
  const url =
    php === 'php-cgi'
      ? panelUrl
      : await startWebServer(t, { directory, script, panelUrl, handOverSecret })

  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const page = await (await openContext(browser)).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(url)
  await page.fill('[name=user]', owner)
  await page.fill('[name=pass]', dovecot.password)
  await page.click('[type=submit]')
  return { page, dovecot, sink, owner, complaints }
}

/** Of another server, past the sanitizer. */
const PIXEL = 'https://elsewhere.test/pixel.png'

const NEWSLETTER = [
  'From: Ada Lovelace <ada@example.org>',
  'Subject: Looms',
  'Date: Sat, 21 Nov 2026 09:10:00 +0000',
  'Message-ID: <looms@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<h1>Flowers</h1><p>and <b>leaves</b></p><img src="https://elsewhere.test/a.png">',
  '',
].join('\r\n')

const NEWS = [
  'From: Ada Lovelace <ada@example.org>',
  'Subject: The engine',
  'Date: Sat, 21 Nov 2026 09:00:00 +0000',
  'Message-ID: <engine@example.org>',
  '',
  'It weaves algebraic patterns.',
  '',
].join('\r\n')

for (const php of ['php-cgi', 'php-fpm'] as const) {
  test.serial(
    `mail is read, saved, refreshed and sent with files through the shim under ${php}`,
    async (t) => {
      const { page, dovecot, sink, owner, complaints } = await openDashboard(t, php)
      const streams: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'eventsource') streams.push(request.url())
      })

      // The list, without a second password.
      await page.getByRole('link', { name: /Postern webmail/ }).click()
      await page.getByRole('row', { name: /Lunch\? 6/ }).click()
      await page.getByText('this is message number 6').waitFor()

      // A file of a message, byte for byte.
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: /report-6\.csv/ }).click()
      t.is(await readFile(await (await download).path(), 'utf8'), 'number,square\r\n6,36\r\n')

      // What arrives meanwhile. No stream: it would hold a PHP process of the account for every page.
      await page.getByText(/^Checks for mail every/).waitFor()
      await dovecot.deliver(owner, { raw: NEWS })
      await page.getByRole('button', { name: 'Check for new mail' }).click()
      await page.getByRole('row', { name: /The engine/ }).waitFor()
      t.deepEqual(streams, [])

      // What is written in HTML, in a document that the panel serves without a header of ours.
      await dovecot.deliver(owner, { raw: NEWSLETTER })
      await page.getByRole('button', { name: 'Check for new mail' }).click()
      await page.getByRole('row', { name: /Looms/ }).click()
      const shown = page.frameLocator('iframe.message-frame').locator('body')
      await shown.getByRole('heading', { name: 'Flowers' }).waitFor()
      const blocked = page.waitForEvent('console', (message) => message.text().includes(PIXEL))
      await shown.evaluate((body, source) => {
        const image = body.ownerDocument.createElement('img')
        image.src = source
        body.append(image)
      }, PIXEL)
      t.regex((await blocked).text(), /Content Security Policy directive: "img-src data: blob:"/)

      // A file larger than PHP takes without our .user.ini.
      const file = randomBytes(3_000_000)
      await page.getByRole('button', { name: 'New message' }).first().click()
      await page.getByLabel('To', { exact: true }).fill('ada@example.org')
      await page.getByLabel('Subject').fill('Patterns')
      const written = richText(page)
      await written.pressSequentially('In fine colors')
      const piece = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'patterns.bin', mimeType: 'application/octet-stream', buffer: file })
      await page.getByText('patterns.bin').waitFor()
      t.is((await piece).status(), 204)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Message sent').waitFor()
      const source = sink.messages[0]?.source ?? ''
      t.true(attachmentOf(source, 'patterns.bin').equals(file))
      t.regex(source, /In fine colors<\/div>/)
      t.deepEqual(
        complaints.filter((complaint) => !complaint.includes(PIXEL)),
        [],
      )
    },
  )
}

/** The bytes of a file in a message, as its source carries them in base64. */
function attachmentOf(source: string, name: string): Buffer {
  const part = source.split(/\r?\n--/).find((text) => text.includes(`filename=${name}`)) ?? ''
  return Buffer.from(part.slice(part.search(/\r?\n\r?\n/)), 'base64')
}
