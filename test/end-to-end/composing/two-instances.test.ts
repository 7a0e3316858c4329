import { randomBytes } from 'node:crypto'
import test from 'ava'
import { openStage } from '../../scale/stage.ts'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { uploadByTus } from '../../support/http/tus-upload.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'
import { richText } from '../../support/web/composed.ts'

const content = randomBytes(2_000_000)

async function openInstances(t: { teardown(end: () => unknown): void }) {
  const sink = await startSmtpSink()
  const stage = await openStage({
    startSql: startPostgres,
    users: 2,
    config: { smtp: { host: sink.host, port: sink.port }, webmail: { undoSeconds: 0 } },
  })
  t.teardown(async () => {
    await stage.stop()
    await sink.stop()
  })
  return { stage, sink }
}

/** Files attached to a message. */
function filesIn(source: string): readonly Buffer[] {
  const files = source.matchAll(
    /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g,
  )
  return [...files].map(([, base64 = '']) => Buffer.from(base64, 'base64'))
}

test('an instance without the uploads of a message says so, and the one that has them sends it', async (t) => {
  const { stage, sink } = await openInstances(t)
  const { dovecot } = stage
  const clients = await Promise.all(
    ([0, 1] as const).map(async (which) => {
      const client = createWebmailClient(stage.instance(which).base())
      await client.signIn(dovecot.userName(1), dovecot.password)
      return client
    }),
  )
  const [one, other] = clients
  if (one === undefined || other === undefined) throw new Error('no clients')
  const base = stage.instance(0).base()
  const id = await uploadByTus(one, { base, content, name: 'plan.pdf' })
  const input = { composeId: 'abcdefgh', to: dovecot.userName(2), subject: 'Plan', uploads: [id] }

  const refused = await sendAction(other, 'send', input)
  const sent = await callAction(one, 'send', input)

  t.is(refused.status, 409)
  t.regex(refused.text, /"code":"attachments_gone"/)
  t.is(sent.kind, 'sent')
  t.deepEqual(
    sink.messages.map(({ source }) => filesIn(source)),
    [[content]],
  )
})

test('a page whose requests go to one instance after the other sends its files whole, and once', async (t) => {
  const { stage, sink } = await openInstances(t)
  const { dovecot } = stage
  await dovecot.seed(dovecot.userName(1), 1)
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const page = await (await openContext(browser, { locale: 'en-GB' })).newPage()
  await page.goto(`${stage.base}?login=1&post_login=38056176108366`)
  await page.fill('input[name=_user]', dovecot.userName(1))
  await page.fill('input[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Plan')
  await richText(page).fill('Here it is')
  for (const name of ['plan.bin', 'more.bin'])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.deepEqual(
    sink.messages.map(({ source }) => filesIn(source)),
    [[content, content]],
  )
})
