import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { startDovecot, type Dovecot } from '../support/dovecot.ts'
import { startPostern } from '../support/postern.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts'
import type { Teardown } from '../support/temporary-directory.ts'

/** A browser signed in to the built gateway over a real Dovecot and a real SMTP server. */
export interface Desk {
  readonly page: Page
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly owner: string
  /** What the browser complained about: refused by the policy, thrown by a script. */
  readonly complaints: readonly string[]
}

interface DeskOptions {
  /** Sample messages in INBOX. */
  readonly messages?: number
  /** Last lines of dovecot.conf. */
  readonly settings?: string
  readonly browser?: BrowserContextOptions
  /** Called before the browser signs in. */
  readonly prepare?: (dovecot: Dovecot, owner: string) => Promise<void>
}

/** Opens a desk that is cleared after the test. */
export async function openDesk(t: Teardown, options: DeskOptions = {}): Promise<Desk> {
  const { messages = 3, settings = '', prepare } = options
  const dovecot = await startDovecot({ users: 2, settings })
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
  await dovecot.seed(owner, messages)
  await prepare?.(dovecot, owner)

  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...options.browser,
  })
  const page = await context.newPage()
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
