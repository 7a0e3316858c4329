import test from 'ava'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { startDovecot, type Dovecot } from '../support/dovecot.ts'
import { startPostern } from '../support/postern.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts'
import type { Teardown } from '../support/temporary-directory.ts'

interface Desk {
  readonly page: Page
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly owner: string
  /** What the browser complained about: refused by the policy, thrown by a script. */
  readonly complaints: readonly string[]
}

/** A browser signed in to the built gateway over a real Dovecot and a real SMTP server. */
async function openDesk(t: Teardown): Promise<Desk> {
  const dovecot = await startDovecot({ users: 2 })
  t.teardown(() => dovecot.stop())
  const sink = await startSmtpSink()
  t.teardown(() => sink.stop())
  const postern = await startPostern({
    config: {
      imap: { host: dovecot.host, port: dovecot.port },
      smtp: { host: sink.host, port: sink.port },
    },
  })
  t.teardown(async () => {
    await postern.stop()
  })
  const owner = dovecot.userName(1)
  await dovecot.seed(owner, 3)
  await dovecot.deliver(owner, { raw: QUESTION, flags: [] })

  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${postern.base('0228251236')}?login=1&post_login=38056176108366`)
  await page.fill('input[name=_user]', owner)
  await page.fill('input[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  return { page, dovecot, sink, owner, complaints }
}

const QUESTION = [
  'From: Ada Lovelace <ada@example.org>',
  'To: user0001@example.test',
  'Subject: The engine',
  'Date: Fri, 20 Nov 2026 09:00:00 +0000',
  'Message-ID: <engine@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Does it <b>weave</b> algebraic patterns?<script>document.title="run"</script></p>',
  '',
].join('\r\n')

test('a mail is read in its frame, answered, and found in Sent', async (t) => {
  const { page, sink, complaints } = await openDesk(t)

  await page.getByRole('row', { name: /The engine/ }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('weave').waitFor()
  await page.keyboard.press('r')
  const text = page.getByLabel('Message text')
  await text.waitFor()
  await text.pressSequentially('As the Jacquard loom weaves flowers.')
  await page.keyboard.press('Control+Enter')
  await text.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Sent/ }).click()
  await page.getByRole('row', { name: /Re: The engine/ }).waitFor()

  t.is(sink.messages.length, 1)
  t.deepEqual(sink.messages[0]?.to, ['ada@example.org'])
  t.regex(sink.messages[0]?.source ?? '', /In-Reply-To: <engine@example\.org>/)
  t.not(await page.title(), 'run')
  t.deepEqual(complaints, [])
})

test('a mail deleted by keyboard stays deleted after the page is loaded anew', async (t) => {
  const { page, complaints } = await openDesk(t)
  await page.getByRole('row', { name: /The engine/ }).waitFor()

  await page.getByRole('row', { name: /The engine/ }).click()
  await page.keyboard.press('#')
  await page.getByRole('row', { name: /The engine/ }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('row').first().waitFor()

  t.is(await page.getByRole('row', { name: /The engine/ }).count(), 0)
  t.deepEqual(complaints, [])
})
