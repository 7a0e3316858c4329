import type { ClosedLoopJob, LoadReport } from './job.ts'
import { everybodyDoes } from './everybody-does.ts'
import { createHttp } from './http.ts'
import { createTally } from './tally.ts'
import { createLoadUser } from './user.ts'

const SIGN_INS_AT_ONCE = 8

/**
 * As many workers as the concurrency says, each repeating the mix for its own users without a pause:
 * the server is never asked for more than it has answered.
 */
export async function runClosedLoop(
  job: ClosedLoopJob,
  pause: () => Promise<void>,
): Promise<LoadReport> {
  const http = createHttp(job.script, Math.max(job.concurrency, SIGN_INS_AT_ONCE))
  const users = job.mailboxes.map((mailbox) => createLoadUser({ http, mailbox, ...job }))
  const needsSession = job.mix.some((operation) => operation !== 'login' && operation !== 'floor')
  if (needsSession) await everybodyDoes('login', users, SIGN_INS_AT_ONCE)
  // A page refreshes what it shows. Other measurements must find the mailbox as it is: unopened when cold.
  if (job.mix.includes('refresh')) {
    await everybodyDoes('list', users, SIGN_INS_AT_ONCE)
  }
  await pause()

  const tally = createTally()
  const warmUntil = performance.now() + job.warmupMs
  const until = warmUntil + job.durationMs
  let isWarm = job.warmupMs === 0
  const isOver = (): boolean => {
    const now = performance.now()
    if (!isWarm && now >= warmUntil) {
      isWarm = true
      tally.reset()
    }
    return now >= until || (isWarm && tally.count >= (job.maxRequests ?? Infinity))
  }

  const work = async (worker: number): Promise<void> => {
    const own = users.filter((_, at) => at % job.concurrency === worker % users.length)
    for (let turn = 0; !isOver(); turn += 1) {
      const operation = job.mix[turn % job.mix.length]
      const user = own[Math.floor(turn / job.mix.length) % own.length]
      if (operation === undefined || user === undefined) return
      await tally.time(() => user.does(operation))
    }
  }
  await Promise.all(Array.from({ length: job.concurrency }, (_, worker) => work(worker)))
  const report = tally.report()
  await http.close()
  return report
}
