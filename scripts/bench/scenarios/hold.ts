import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliverToMaildir } from '../../../test/support/dovecot/maildir.ts'
import { seededRandom } from '../../../test/support/random.ts'
import { runLoad } from '../load/run-load.ts'
import { useOf } from '../measure/processes.ts'
import type { HoldResult } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const EVERY_SECONDS = 60
const SAMPLE_EVERY_MS = 5_000
const DELIVER_EVERY_MS = 500

/** All held mailboxes signed in and refreshing, with mail arriving here and there. */
export async function measureHold(stage: BenchStage, seconds: number): Promise<HoldResult> {
  const mailboxes = stage.mail.mailboxes.held
  const postern = stage.postern()
  const memory: { atSeconds: number; rssMiB: number }[] = []
  const startedAt = performance.now()
  const over = new AbortController()
  let deliveries = 0
  let imapConnections = 0
  let life: Promise<unknown> | undefined

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
    while (!over.signal.aborted) {
      const user = mailboxes[random(mailboxes.length)]?.user ?? ''
      const maildir = join(stage.mail.directory, user.replace(/@.*$/, ''), 'Maildir')
      const raw = `From: <mail@example.org>\r\nTo: <${user}>\r\nSubject: arrived\r\n\r\nhello\r\n`
      await deliverToMaildir(maildir, { raw })
      deliveries += 1
      await pause(DELIVER_EVERY_MS, over.signal)
    }
  }
  const whenWaiting = async (): Promise<void> => {
    if (life === undefined) {
      life = Promise.all([sample(), deliver()])
      return
    }
    over.abort()
    await life
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
      whenWaiting,
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
    await life
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // The measurement is over: the loop looks for itself.
  }
}
