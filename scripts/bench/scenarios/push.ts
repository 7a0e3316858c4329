import { request } from 'undici'
import { connectRaw } from '../load/raw-imap.ts'
import { latenciesOf } from '../measure/latencies.ts'
import { cookieHeader, createWebmailClient } from '../../../test/support/http/webmail-client.ts'
import { extraFolderNames, type MailboxPlan } from '../mailboxes/plan.ts'
import type { PushResult } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const DELIVERIES = 200
const MISSED_AFTER_MS = 5_000

/**
 * Another client files messages in many folders of one user; measured until the event reaches the
 * page. Undefined when this Postern has no event stream.
 */
export async function measurePush(
  stage: BenchStage,
  plan: MailboxPlan,
): Promise<PushResult | undefined> {
  const [mailbox] = stage.mail.mailboxes.pushed
  if (mailbox === undefined) return undefined
  const { script } = stage.postern()
  const { password, port } = stage.dovecot
  const client = createWebmailClient(script)
  await client.signIn(mailbox.user, password)
  const cookie = cookieHeader(client.cookies)
  const stream = await openEventStream(`${script}?_task=mail&_action=events&_mbox=INBOX`, cookie)
  if (stream === undefined) return undefined

  const other = await connectRaw(port, mailbox.user, password)
  const folders = extraFolderNames(plan.pushed)
  const samplesMs: number[] = []
  try {
    for (let n = 0; n < DELIVERIES; n += 1) {
      const folder = folders[n % folders.length] ?? 'INBOX'
      // "Read everything again" reports a delivery too.
      const reported = stream.next(new RegExp(`"(?:${folder}|resync)"`), MISSED_AFTER_MS)
      await other.append(folder, `Subject: delivery ${n}\r\n\r\nhello\r\n`)
      const deliveredAt = performance.now()
      if ((await reported) !== undefined)
        samplesMs.push(Math.max(0, performance.now() - deliveredAt))
    }
  } finally {
    other.close()
    stream.close()
  }
  const missed = DELIVERIES - samplesMs.length
  return { deliveries: DELIVERIES, folders: folders.length, missed, ...latenciesOf(samplesMs) }
}

/** A stream of server-sent events, read as it comes. */
interface BenchEventStream {
  /** Resolves with the first event from now on that the pattern matches; undefined after the time. */
  next(pattern: RegExp, withinMs: number): Promise<string | undefined>
  close(): void
}

/** Opens the stream; undefined when the server has no such action. */
async function openEventStream(url: string, cookie: string): Promise<BenchEventStream | undefined> {
  const ending = new AbortController()
  const { statusCode, headers, body } = await request(url, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: ending.signal,
    bodyTimeout: 0,
  })
  if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/event-stream')) {
    ending.abort()
    body.on('error', () => undefined)
    return undefined
  }
  const listeners = new Set<(event: string) => void>()
  let text = ''
  body.setEncoding('utf8')
  body.on('data', (chunk: string) => {
    const events = (text + chunk).split(/\r?\n\r?\n/)
    text = events.pop() ?? ''
    for (const event of events) for (const listen of listeners) listen(event)
  })
  // Ended by us, or missing events will tell.
  body.on('error', () => undefined)
  return {
    next: (pattern, withinMs) =>
      new Promise((resolve) => {
        const settle = (event: string | undefined): void => {
          listeners.delete(listen)
          clearTimeout(timer)
          resolve(event)
        }
        const listen = (event: string): void => {
          if (pattern.test(event)) settle(event)
        }
        const timer = setTimeout(() => settle(undefined), withinMs)
        listeners.add(listen)
      }),
    close: () => ending.abort(),
  }
}
