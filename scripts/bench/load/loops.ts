import { setTimeout as sleep } from 'node:timers/promises'
import type { ClosedLoopJob, LoadReport, HoldJob } from './job.ts'
import { createHttp } from './http.ts'
import { createTally } from './tally.ts'
import { createLoadUser, type LoadUser } from './user.ts'

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
  const needsSession = job.mix.some((operation) => operation !== 'login')
  if (needsSession) await everybody(users, SIGN_INS_AT_ONCE, (user) => user.does('login'))
  // A page refreshes what it shows. Other measurements must find the mailbox as it is: unopened when cold.
  if (job.mix.includes('refresh')) {
    await everybody(users, SIGN_INS_AT_ONCE, (user) => user.does('list'))
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

/** Sockets of all users together, as a panel's proxy in front would keep them. */
const SOCKETS = 64

/**
 * Everybody stays signed in and refreshes once per interval, spread evenly. Unread counts may only rise,
 * because mail is delivered and no one reads; the rise is reported and has to equal the deliveries.
 */
export async function runHold(job: HoldJob, pause: () => Promise<void>): Promise<LoadReport> {
  const http = createHttp(job.script, SOCKETS)
  const users = job.mailboxes.map((mailbox) => createLoadUser({ http, mailbox, ...job }))
  await everybody(users, job.concurrency, (user) => user.does('login'))
  // A page refreshes what it shows: the opening of a mailbox is not measured as its refresh.
  await everybody(users, job.concurrency, (user) => user.does('list'))
  // Nor is the first one: a webmail behind another one learns from it.
  await everybody(users, job.concurrency, (user) => user.does('refresh'))
  const before = await unreadOfAll()
  await pause()

  const tally = createTally()
  const startedAt = performance.now()
  const until = startedAt + job.durationMs
  await Promise.all(
    users.map(async (user, index) => {
      const firstAt = startedAt + (index / users.length) * job.everyMs
      for (let dueAt = firstAt; dueAt < until; dueAt += job.everyMs) {
        await sleep(Math.max(0, dueAt - performance.now()))
        await tally.time(() => user.does('refresh'))
      }
    }),
  )
  await sleep(Math.max(0, until - performance.now()))
  const report = tally.report()
  await pause()
  const unreadRise = (await unreadOfAll()) - before
  await http.close()
  return { ...report, unreadRise }

  async function unreadOfAll(): Promise<number> {
    let sum = 0
    await everybody(users, job.concurrency, async (user) => {
      const unread = await user.unread()
      sum += unread
    })
    return sum
  }
}

/** Lets every user do something once, so many at a time. Rejects when anyone cannot. */
async function everybody(
  users: readonly LoadUser[],
  atOnce: number,
  action: (user: LoadUser) => Promise<void>,
): Promise<void> {
  const waiting = [...users]
  const work = async (): Promise<void> => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) await action(user)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
