import test, { type ExecutionContext } from 'ava'
import { chromium, firefoxEsr } from '../support/browser/playwright-tab.ts'
import {
  field,
  row,
  button,
  link,
  text,
  type BrowserTab,
  type TestedBrowser,
} from '../support/browser/tab.ts'
import { webkit } from '../support/browser/webkit-tab.ts'
import { startCuttableLine, type CuttableLine } from '../support/http/cuttable-line.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp/sink.ts'

const NEWSLETTER = [
  'From: Ada Lovelace <ada@example.org>',
  'To: user0001@example.test',
  'Subject: The engine',
  'Date: Fri, 20 Nov 2026 09:00:00 +0000',
  'Message-ID: <engine@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Does it <b>weave</b> algebraic patterns?</p>',
  '',
].join('\r\n')

/** Where rich text is written. */
const EDITOR = '//iframe[@title="Message text"]'

interface SignedIn {
  readonly tab: BrowserTab
  readonly line: CuttableLine
  readonly sent: () => SmtpSink['messages']
}

const OWNERS = 20
let owners = 0
let servers: Awaited<ReturnType<typeof startServers>>
test.before(async () => {
  servers = await startServers()
})
test.after.always(() => servers.stop())

async function startServers() {
  const dovecot = await startDovecot({ users: OWNERS })
  const sink = await startSmtpSink()
  const postern = await startPostern({ mail: dovecot, submission: sink })
  const stop = async () => {
    await postern.stop()
    await sink.stop()
    await dovecot.stop()
  }
  return { dovecot, sink, postern, stop }
}

/** The owner of a mailbox with twelve messages, the newest an HTML one, before the list. */
async function signIn(
  t: ExecutionContext,
  browser: TestedBrowser,
  cut?: RegExp,
): Promise<SignedIn> {
  const { dovecot, sink, postern } = servers
  owners += 1
  const owner = dovecot.userName(owners)
  await dovecot.seed(owner, 11)
  await dovecot.deliver(owner, { raw: NEWSLETTER, flags: [] })
  const line = await startCuttableLine(t, postern.url)
  if (cut !== undefined) line.cut(cut)
  const tab = await browser.openTab()
  t.teardown(() => tab.close())

  await tab.open(`${postern.base('0228251236').replace(postern.url, line.url)}?login=1`)
  await tab.type('//input[@name="_user"]', owner)
  await tab.type('//input[@name="_pass"]', dovecot.password)
  await tab.click('//button[@type="submit"]')
  await tab.see(row('Ada Lovelace'))
  return { tab, line, sent: () => sink.messages.filter(({ from }) => from === owner) }
}

const subject = (text: string) => `//h1[contains(., "${text}")] | //h2[contains(., "${text}")]`

for (const browser of [chromium, firefoxEsr, webkit]) {
  test.serial(
    `in ${browser.name} mail is read, searched, answered and found in Sent`,
    async (t) => {
      const { tab, sent } = await signIn(t, browser)

      await tab.click(row('Ada Lovelace'))
      t.is(await tab.textOfFrame('//article//iframe'), 'Does it weave algebraic patterns?')
      await tab.click(button('Reply'))
      await tab.typeInFrame(EDITOR, 'As the loom weaves flowers.')
      await tab.click(button('Send'))
      await tab.seeNone(EDITOR)
      await tab.type(field('Search in Inbox'), 'engine')
      await tab.press('Enter')
      await tab.see(text('1 match'))
      await tab.click(link('Sent'))
      await tab.see(row('Re: The engine'))

      t.deepEqual(
        sent().map(({ to }) => to),
        [['ada@example.org']],
      )
    },
  )

  test.serial(
    `in ${browser.name} the keys walk through the list and act on a message`,
    async (t) => {
      const { tab } = await signIn(t, browser)

      await tab.press('j')
      await tab.see(subject('The engine'))
      await tab.press('#')
      await tab.see(text('Message deleted'))
      await tab.press('z')
      await tab.see(row('Ada Lovelace'))
      await tab.reload()
      await tab.see(row('Ada Lovelace'))
      t.is(await tab.count(row('Ada Lovelace')), 1)
    },
  )

  test.serial(
    `in ${browser.name} a page whose line was cut continues once it is back`,
    async (t) => {
      const { tab, line } = await signIn(t, browser)

      line.cut(/./)
      await tab.press('j')
      await tab.press('j')
      await tab.see(button('Try now'))
      line.mend()
      await tab.click(button('Try now'))

      await tab.seeNone(button('Try now'))
      t.is(await tab.count(row('Ada Lovelace')), 1)
    },
  )

  test.serial(
    `in ${browser.name} code that could not be loaded is loaded by a second try`,
    async (t) => {
      const { tab, line } = await signIn(t, browser, /\/later-part-/)
      await tab.press('c')
      await tab.see(text('The form for writing could not be loaded.'))

      line.mend()
      await tab.click(button('Try again'))

      await tab.see(EDITOR)
      t.is(await tab.count(EDITOR), 1)
    },
  )
}

// WebKit brings the page back from its memory (bfcache) over plain HTTP; Debian's chromium-headless-shell never does.
for (const browser of [chromium, webkit]) {
  test.serial(`in ${browser.name} Back after signing out shows no mail`, async (t) => {
    const { tab } = await signIn(t, browser)

    await tab.click(button('Sign out'))
    await tab.see('//input[@name="_user"]')
    await tab.back()
    await tab.seeNone('//*[@role="row"]')

    await tab.see('//input[@name="_user"]')
    t.is(await tab.count('//*[@role="row"]'), 0)
  })
}
