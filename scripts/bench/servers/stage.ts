import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '../../../test/support/redis/redis.ts'
import {
  makeDirectory,
  removeDirectory,
} from '../../../test/support/process/temporary-directory.ts'
import type { MailboxPlan } from '../mailboxes/plan.ts'
import { seedMail, type SeededMail } from '../mailboxes/seed.ts'
import { startBenchDovecot, type BenchDovecot } from './dovecot.ts'
import { missingForRoundcube, startRoundcube } from '../../../test/support/roundcube/roundcube.ts'
import { startPostern } from '../../../test/support/postern/postern.ts'

/** A webmail that is measured. */
export interface Contender {
  readonly name: 'roundcube' | 'postern'
  /** Address of the one script. */
  readonly script: string
  /** Roots of its process trees. */
  readonly pids: readonly number[]
}

/** Everything that runs during a benchmark. */
export interface BenchStage {
  readonly mail: SeededMail
  readonly dovecot: BenchDovecot
  /** Roundcube first, where it is installed, then Postern. */
  readonly contenders: () => readonly Contender[]
  postern(): Contender & { readonly errorLog: string }
  /** A fresh Postern: no connections, nothing remembered. */
  restartPostern(): Promise<void>
  stop(): Promise<void>
}

interface StageOptions {
  readonly plan: MailboxPlan
  readonly withRoundcube: boolean
  readonly say: (line: string) => void
  /** Where mailboxes stay between runs. */
  readonly cache?: string
}

/** Mailboxes stay here for the next run. */
const mailCache = join(tmpdir(), 'postern-bench')

/** Seeds the mailboxes and starts all servers on loopback. Needs root. */
export async function setStage(options: StageOptions): Promise<BenchStage> {
  const { plan, withRoundcube, say, cache = mailCache } = options
  const opened: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const directory = await makeDirectory('bench')
    opened.push(() => removeDirectory(directory))
    const mail = await seedMail(plan, cache, say)
    const users = Object.values(mail.mailboxes).flatMap((group) => group.map(({ user }) => user))
    const dovecot = await startBenchDovecot({
      directory: await below(directory, 'dovecot'),
      mailDirectory: mail.directory,
      users,
    })
    opened.push(() => dovecot.stop())
    const redis = await startRedis()
    opened.push(() => redis.stop())
    const startOne = () =>
      startPostern({
        mail: { host: '127.0.0.1', port: dovecot.port },
        redis,
        env: { NODE_ENV: 'development' },
        nodeArgs: profiling(),
      })
    let running = await startOne()
    opened.push(async () => {
      await running.stop()
    })

    const missing = withRoundcube ? missingForRoundcube() : []
    if (missing.length > 0) say(`Roundcube is not measured; install: ${missing.join(' ')}`)
    const others: Contender[] = []
    if (withRoundcube && missing.length === 0) {
      const roundcube = await startRoundcube(await below(directory, 'roundcube'), dovecot.port)
      opened.push(() => roundcube.stop())
      others.push({ name: 'roundcube', ...roundcube })
    }
    const postern = () => ({
      name: 'postern' as const,
      script: running.base(),
      pids: [running.pid],
      errorLog: running.errorLog,
    })
    return {
      mail,
      dovecot,
      contenders: () => [...others, postern()],
      postern,
      async restartPostern() {
        await running.stop()
        running = await startOne()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function below(directory: string, name: string): Promise<string> {
  const path = join(directory, name)
  await mkdir(path)
  return path
}

/**
 * BENCH_NODE_OPTIONS goes to Postern only, e.g. `--cpu-prof --cpu-prof-dir=DIR`. As arguments: node
 * takes no profiler from NODE_OPTIONS.
 */
export function profiling(): readonly string[] {
  return process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []
}
