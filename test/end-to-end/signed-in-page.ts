import test, { type ExecutionContext } from 'ava'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium, openContext } from '../support/chromium.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startPostern, type Postern, type PosternConfig } from '../support/postern/postern.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp/sink.ts'
import type { Teardown } from '../support/process/temporary-directory.ts'
import { showFailureInPage } from './page-on-failure.ts'

/** A browser signed in to the built gateway over a real Dovecot and a real SMTP server. */
export interface SignedInPage {
  readonly page: Page
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  /** What the owner sent, from the sign-in name or from another address. */
  readonly sent: (from?: string) => SmtpSink['messages']
  readonly owner: string
  /** The file of Postern's error log. */
  readonly errorLog: string
  /** Signs the same owner in with a browser that shares nothing with the first. */
  readonly openElsewhere: () => Promise<Page>
  /** What the browser complained about: refused by the policy, thrown by a script. */
  readonly complaints: readonly string[]
}

interface SignedInPageOptions {
  /** Sample messages in INBOX. */
  readonly messages?: number
  /** Last lines of dovecot.conf. */
  readonly settings?: string
  /** Limit of a wait for a mail server that is silent; without it that of a busy machine. */
  readonly responseMs?: number
  /** More of Postern's configuration; like `settings` it needs servers of its own. */
  readonly config?: PosternConfig
  /** What the owner signs in as; the name of the mailbox when not given. */
  readonly signInAs?: (owner: string) => string
  readonly browser?: BrowserContextOptions
  /** What is typed; the right one where nothing is said. */
  readonly password?: string
  /** Stands between Postern and Dovecot; like `settings` it needs servers of its own. */
  readonly between?: (dovecot: Dovecot) => Promise<ServerAddress>
  /** The SMTP server does; like `settings` it needs servers of its own. */
  readonly offersDeliveryStatus?: boolean
  /** Called before the browser signs in. */
  readonly prepare?: (dovecot: Dovecot, owner: string) => Promise<void>
}

interface ServerAddress {
  readonly host: string
  readonly port: number
}

interface Servers {
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly postern: Postern
  stop(): Promise<void>
}

/** One browser, and one set of servers with the default settings, for the whole file. */
let browser: Promise<Browser> | undefined
let defaultServers: Promise<Servers> | undefined
test.after.always(async () => {
  await (await browser)?.close()
  await (await defaultServers)?.stop()
})

const OWNERS = 20
let owners = 0

/** Opens a desk for an owner of its own; it is cleared after the test. */
export async function openSignedInPage(
  t: ExecutionContext,
  options: SignedInPageOptions = {},
): Promise<SignedInPage> {
  const { messages = 3, signInAs = (name: string) => name, prepare } = options
  const { dovecot, sink, postern } = await serversFor(t, options)
  owners += 1
  const owner = dovecot.userName(owners)
  await dovecot.seed(owner, messages)
  await prepare?.(dovecot, owner)

  const chromium = await (browser ??= launchChromium())
  const newPage = async () => {
    const context = await openContext(chromium, {
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      ...options.browser,
    })
    t.teardown(() => context.close())
    const page = await context.newPage()
    t.teardown(() => showFailureInPage(t, page))
    return page
  }
  const signIn = async (page: Page) => {
    await page.goto(`${postern.base('0228251236')}?login=1&post_login=38056176108366`)
    await page.fill('input[name=_user]', signInAs(owner))
    await page.fill('input[name=_pass]', options.password ?? dovecot.password)
    await page.click('button[type=submit]')
    return page
  }
  const page = await newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await signIn(page)
  const openElsewhere = async () => signIn(await newPage())
  const sent = (sender = owner) => sink.messages.filter(({ from }) => from === sender)
  const { errorLog } = postern
  return { page, dovecot, sink, sent, owner, errorLog, openElsewhere, complaints }
}

async function serversFor(t: Teardown, options: SignedInPageOptions): Promise<Servers> {
  const { settings, responseMs, config, between, offersDeliveryStatus } = options
  const own = [settings, responseMs, config, between, offersDeliveryStatus]
  const isDefault = own.every((option) => option === undefined)
  if (isDefault) return (defaultServers ??= startServers({}))
  const started = await startServers(options)
  t.teardown(() => started.stop())
  return started
}

async function startServers({
  settings = '',
  responseMs: answerMs = WAIT_LIMIT_MS,
  config = {},
  between = (dovecot) => Promise.resolve(dovecot),
  offersDeliveryStatus = false,
}: Pick<
  SignedInPageOptions,
  'settings' | 'responseMs' | 'config' | 'between' | 'offersDeliveryStatus'
>): Promise<Servers> {
  const dovecot = await startDovecot({ users: OWNERS, settings })
  const sink = await startSmtpSink({ offersDeliveryStatus })
  const postern = await startPostern({
    mail: await between(dovecot),
    submission: sink,
    config: {
      ...config,
      tuning: {
        ...config.tuning,
        imap: { responseMs: answerMs, ...config.tuning?.imap },
        // What counts as read is what one turns to, however long a busy machine shows something else.
        page: { readAfterSeconds: 3_600, ...config.tuning?.page },
        // A busy machine takes its time: past its limit a page would come without its list.
        requests: { firstResultsMs: WAIT_LIMIT_MS, ...config.tuning?.requests },
      },
    },
  })
  return {
    dovecot,
    sink,
    postern,
    async stop() {
      await postern.stop()
      await sink.stop()
      await dovecot.stop()
    },
  }
}
