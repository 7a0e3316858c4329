import { startRedis } from '../../../test/support/redis/redis.ts'
import { missingForRoundcube, startRoundcube } from '../../../test/support/roundcube/roundcube.ts'
import { startRoundcubeWithMail } from '../../../test/support/session-endpoint/roundcube-on-postern.ts'
import { freePort } from '../../../test/support/process/free-port.ts'
import { temporaryDirectory } from '../../../test/support/process/temporary-directory.ts'
import type { ResultRow } from '../report/results.ts'
import { profiling, type BenchStage } from '../servers/stage.ts'
import { compare, type Effort } from './compare.ts'

/** Until each of the mailboxes has been asked for a few times, also by Roundcube. */
const LEARNING_MS = 3_000

const OPERATIONS = [
  ['list', 1],
  ['list', 8],
  ['getunread', 8],
  ['refresh', 8],
] as const

/**
 * Measures two unmodified Roundcubes over the same mailboxes, in turns: one alone as its package installs it, and one
 * whose sessions Postern keeps and whose hot requests Postern answers. What is passed on is in the figures.
 */
export async function measureAccelerated(
  stage: Pick<BenchStage, 'mail' | 'dovecot'>,
  effort: Effort,
  say: (line: string) => void,
): Promise<readonly ResultRow[]> {
  const missing = missingForRoundcube()
  if (missing.length > 0) {
    say(`Roundcube is not measured; install: ${missing.join(' ')}`)
    return []
  }
  const closes: (() => Promise<void> | void)[] = []
  const t = { teardown: (close: () => Promise<void> | void) => void closes.unshift(close) }
  try {
    const { port } = stage.dovecot
    const alone = await startRoundcube(await temporaryDirectory(t), port)
    t.teardown(() => alone.stop())
    const redis = await startRedis()
    t.teardown(() => redis.stop())
    const mail = { host: '127.0.0.1', port }
    const metricsPort = await freePort()
    const pair = await startRoundcubeWithMail(t, mail, {
      postern: { redis, nodeArgs: profiling() },
      accelerate: {},
      metricsPort,
    })
    const postern = pair.postern()
    const targets = [
      { name: 'roundcube', script: alone.script, pids: alone.pids },
      { name: 'postern', script: postern.base(), pids: [postern.pid, ...pair.roundcube.pids] },
    ] as const
    // Each session is new to Postern: its first requests are Roundcube's, and belong to the warm-up.
    const longer = { ...effort, warmupMs: effort.warmupMs + LEARNING_MS }
    const rows: ResultRow[] = []
    for (const [operation, concurrency] of OPERATIONS) {
      const name = `Roundcube behind Postern: ${operation}`
      const mailboxes = stage.mail.mailboxes.usual
      const measurement = { name, operation, concurrency, mailboxes }
      const before = await countsOf(metricsPort, operation)
      rows.push(await compare(measurement, () => targets, { effort: longer, stage }))
      const after = await countsOf(metricsPort, operation)
      const own = after.postern - before.postern
      const share = (own / Math.max(1, own + after.roundcube - before.roundcube)) * 100
      say(`${operation} at ${concurrency}: ${share.toFixed(1)} % answered by Postern`)
    }
    return rows
  } finally {
    for (const close of closes) await close()
  }
}

/** Requests of an action so far, by who answered them. */
async function countsOf(port: number, action: string) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.matchAll(/^postern_accelerated_requests_total\{(.*?)\} (\d+)$/gm)
  const counts = { postern: 0, roundcube: 0 }
  for (const [, labels = '', count] of lines) {
    if (!labels.includes(`action="${action}"`)) continue
    counts[labels.includes('by="postern"') ? 'postern' : 'roundcube'] += Number(count)
  }
  return counts
}
