import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium, openContext } from '../../../test/support/chromium.ts'
import { newsletter, wideTable } from '../mailboxes/newsletter.ts'
import { medianOf } from '../measure/latencies.ts'
import { useOf } from '../measure/processes.ts'
import type { OpenRow } from '../report/results.ts'
import type { BenchStage, Contender } from '../servers/stage.ts'
import { startPageClock } from './page-clock.ts'

const FOLDER = 'Newsletters'
const row = '#messagelist tbody tr, [role="grid"] [role="row"]'

/** The last that is filed stands first in the list. */
const letters: readonly (readonly [name: string, html: string])[] = [
  ['table of 60 x 15', wideTable()],
  ...[500, 117, 56, 16].map((size) => [`newsletter of ${size} kB`, newsletter(size)] as const),
]

/**
 * What most users do most: a message of HTML is clicked in a page at rest. Until its text is painted, and the processor time
 * that the webmail's processes took from the click until nothing is loaded any more; each webmail in turn.
 */
export async function measureOpening(
  stage: BenchStage,
  rounds: number,
): Promise<readonly OpenRow[]> {
  const [mailbox] = stage.mail.mailboxes.usual
  if (mailbox === undefined) throw new Error('the plan has no usual mailbox')
  const imap = new ImapFlow({
    ...{ host: '127.0.0.1', port: stage.dovecot.port, secure: false, logger: false },
    auth: { user: mailbox.user, pass: stage.dovecot.password },
  })
  await imap.connect()
  const browser = await launchChromium()
  try {
    await imap.mailboxDelete(FOLDER).catch(() => undefined)
    await imap.mailboxCreate(FOLDER)
    for (const [name, html] of letters) await imap.append(FOLDER, letterOf(name, html), ['\\Seen'])
    const measured: Opening[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of stage.contenders()) {
        measured.push(...(await openEach(browser, contender, mailbox.user, stage.dovecot.password)))
      }
    }
    return letters.toReversed().flatMap(([message]) =>
      stage.contenders().map(({ name: server }) => {
        const own = measured.filter((one) => one.server === server && one.message === message)
        return {
          message,
          server,
          rounds: own.length,
          paintedMs: medianOf(own.map(({ paintedMs }) => paintedMs)),
          serverCpuMs: medianOf(own.map(({ serverCpuMs }) => serverCpuMs)),
        }
      }),
    )
  } finally {
    await browser.close()
    await imap.mailboxDelete(FOLDER).catch(() => undefined)
    await imap.logout()
  }
}

interface Opening extends Pick<OpenRow, 'message' | 'server'> {
  readonly paintedMs: number
  readonly serverCpuMs: number
}

function letterOf(subject: string, html: string): string {
  const body = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n')
  return [
    'From: News <news@example.test>',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n')
}

async function openEach(
  browser: Browser,
  contender: Contender,
  user: string,
  password: string,
): Promise<readonly Opening[]> {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(contender.script, { waitUntil: 'load' })
    await page.fill('input[name="_user"]', user)
    await page.fill('input[name="_pass"]', password)
    await page.keyboard.press('Enter')
    await page.locator(row).first().waitFor()
    await page.close()
    const opened: Opening[] = []
    for (const [index, [message]] of letters.toReversed().entries()) {
      opened.push({
        server: contender.name,
        message,
        ...(await openOne(context, contender, index)),
      })
    }
    return opened
  } finally {
    await context.close()
  }
}

/** In a page of its own, once that is at rest. */
async function openOne(
  context: BrowserContext,
  { script, pids }: Contender,
  index: number,
): Promise<Pick<Opening, 'paintedMs' | 'serverCpuMs'>> {
  const page = await context.newPage()
  try {
    const clock = await startPageClock(page, row)
    await page.goto(`${script}?_task=mail&_mbox=${FOLDER}`, { waitUntil: 'load' })
    await page.locator(row).nth(index).waitFor()
    const before = await useAtRest(pids)
    const paintedMs = await clock.clickToMessage(() => page.locator(row).nth(index).click())
    return { paintedMs, serverCpuMs: (await useAtRest(pids)) - before }
  } finally {
    await page.close()
  }
}

/** A webmail that used less than this in so long is done with what it was asked. */
const REST_MS = 500
const REST_CPU_MS = 20
/** Timers continue in a webmail that no one asks. */
const MAX_LOOKS = 20

/** Processor time in ms of the webmail's processes, once they rest: an open event stream keeps a page from ever being without requests. */
async function useAtRest(pids: Contender['pids']): Promise<number> {
  let { cpuMs } = await useOf(pids)
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await sleep(REST_MS)
    const before = cpuMs
    cpuMs = (await useOf(pids)).cpuMs
    if (cpuMs - before < REST_CPU_MS) break
  }
  return cpuMs
}
