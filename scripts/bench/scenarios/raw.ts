import { connectRaw, type RawImap } from '../floor/raw-imap.ts'
import { latenciesOf } from '../measure/latencies.ts'
import type { RawRow, RawSignIns } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

/** Samples of a command, fewer where one takes long. */
const SAMPLES = 300
const MAX_MS = 3_000

/** What the mail server itself needs on a warm, selected connection: the limit of every client. */
export async function measureRaw({ mail, dovecot }: BenchStage): Promise<readonly RawRow[]> {
  const rows: RawRow[] = []
  for (const group of ['usual', 'large', 'huge'] as const) {
    const [mailbox] = mail.mailboxes[group]
    if (mailbox === undefined) continue
    const { user, messages } = mailbox
    const imap = await connectRaw(dovecot.port, user, dovecot.password)
    await imap.command('SELECT INBOX')
    const newest = `${Math.max(1, messages - 49)}:*`
    const commands = {
      NOOP: 'NOOP',
      STATUS: 'STATUS Sent (MESSAGES UNSEEN UIDNEXT)',
      'FETCH 50': `FETCH ${newest} (UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE)`,
      'SORT by date': 'UID SORT (REVERSE DATE) UTF-8 ALL',
    }
    for (const [command, line] of Object.entries(commands)) {
      rows.push({ command, messages, ...latenciesOf(await samplesOf(imap, line)) })
    }
    imap.close()
  }
  return rows
}

async function samplesOf(imap: RawImap, line: string): Promise<readonly number[]> {
  // The first response fills the caches of the server.
  await imap.command(line)
  const samplesMs: number[] = []
  const until = performance.now() + MAX_MS
  while (samplesMs.length < SAMPLES && performance.now() < until) {
    const startedAt = performance.now()
    await imap.command(line)
    samplesMs.push(performance.now() - startedAt)
  }
  return samplesMs
}

const CONCURRENCY = 8
const WARMUP_MS = 1_000
const DURATION_MS = 4_000

/**
 * Connects and signs in by AUTHENTICATE PLAIN, again and again, with nothing else to do: no webmail signs
 * anyone in faster than its mail server does.
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
