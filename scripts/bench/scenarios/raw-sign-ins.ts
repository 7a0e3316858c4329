import { connectRaw } from '../floor/raw-imap.ts'
import { latenciesOf } from '../measure/latencies.ts'
import type { RawSignIns } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const CONCURRENCY = 8
const WARMUP_MS = 1_000
const DURATION_MS = 4_000

/**
 * Connects and signs in by AUTHENTICATE PLAIN, again and again, with nothing else to do: no webmail signs
 * anybody in faster than its mail server does.
 */
export async function measureRawSignIns({ mail, dovecot }: BenchStage): Promise<RawSignIns> {
  const users = mail.mailboxes.usual.map(({ user }) => user)
  const samplesMs: number[] = []
  const countFrom = performance.now() + WARMUP_MS
  const until = countFrom + DURATION_MS

  const work = async (worker: number): Promise<void> => {
    for (let turn = worker; performance.now() < until; turn += CONCURRENCY) {
      const startedAt = performance.now()
      const imap = await connectRaw(
        dovecot.port,
        users[turn % users.length] ?? '',
        dovecot.password,
      )
      imap.close()
      if (startedAt >= countFrom) samplesMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, worker) => work(worker)))
  const perSecond = samplesMs.length / (DURATION_MS / 1_000)
  return { concurrency: CONCURRENCY, perSecond, ...latenciesOf(samplesMs) }
}
