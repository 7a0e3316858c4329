import { setTimeout as sleep } from 'node:timers/promises'
import { deliverToMaildir } from '../../../test/support/maildir.ts'
import { runLoad } from '../load/run-load.ts'
import { seededRandom } from '../../panel/random.ts'
import { join } from 'node:path'
import { useOf } from '../processes.ts'
import type { HoldResult } from '../report/results.ts'
import type { Stage } from '../servers/stage.ts'

const EVERY_SECONDS = 60
const SAMPLE_EVERY_MS = 5_000
const DELIVER_EVERY_MS = 500
/** Before the end, so that each delivery can still be seen. */
const QUIET_MS = 2_000

/** All held mailboxes signed in and refreshing, with mail arriving here and there. */
export async function measureHold(stage: Stage, seconds: number): Promise<HoldResult> {
  const mailboxes = stage.mail.mailboxes.held
  const postern = stage.postern()
  const memory: { atSeconds: number; rssMiB: number }[] = []
  const startedAt = performance.now()
  const over = new AbortController()
  let deliveries = 0
  let imapConnections = 0
  let watching: Promise<void> = Promise.resolve()

  const sample = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { rssMiB } = await useOf(postern.pids)
      memory.push({ atSeconds: (performance.now() - startedAt) / 1000, rssMiB })
      imapConnections = Math.max(imapConnections, await stage.dovecot.connections())
      await pause(SAMPLE_EVERY_MS, over.signal)
    }
  }
  const deliver = async (): Promise<void> => {
    const random = seededRandom(Math.floor(startedAt))
    const until = performance.now() + seconds * 1000 - QUIET_MS
    while (!over.signal.aborted && performance.now() < until) {
      const user = mailboxes[random(mailboxes.length)]?.user ?? ''
      const maildir = join(stage.mail.directory, user.replace(/@.*$/, ''), 'Maildir')
      const raw = `From: <mail@example.org>\r\nTo: <${user}>\r\nSubject: arrived\r\n\r\nhello\r\n`
      await deliverToMaildir(maildir, { raw })
      deliveries += 1
      await pause(DELIVER_EVERY_MS, over.signal)
    }
  }
  try {
    const report = await runLoad(
      {
        kind: 'hold',
        script: postern.script,
        password: stage.dovecot.password,
        mailboxes: [...mailboxes],
        concurrency: 16,
        everyMs: EVERY_SECONDS * 1000,
        durationMs: seconds * 1000,
      },
      async () => {
        watching = Promise.all([sample(), deliver()]).then(() => undefined)
      },
    )
    return {
      sessions: mailboxes.length,
      everySeconds: EVERY_SECONDS,
      report,
      deliveries,
      imapConnections,
      memory,
    }
  } finally {
    over.abort()
    await watching
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // The measurement is over: the loop looks for itself.
  }
}
