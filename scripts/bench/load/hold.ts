import { setTimeout as sleep } from 'node:timers/promises'
import { everybodyDoes } from './everybody-does.ts'
import { createHttp } from './http.ts'
import type { HoldJob, LoadReport } from './job.ts'
import { createTally } from './tally.ts'
import { createLoadUser } from './user.ts'

/** Sockets of all users together, as a panel's proxy in front would keep them. */
const SOCKETS = 64

/**
 * Everybody stays signed in and refreshes once per interval, spread evenly. Unread counts may only rise,
 * because mail is delivered and nobody reads; the rise is reported and has to equal the deliveries.
 */
export async function runHold(job: HoldJob, pause: () => Promise<void>): Promise<LoadReport> {
  const http = createHttp(job.script, SOCKETS)
  const users = job.mailboxes.map((mailbox) => createLoadUser({ http, mailbox, ...job }))
  await everybodyDoes('login', users, job.concurrency)
  // A page refreshes what it shows: the opening of a mailbox is not measured as its refresh.
  await everybodyDoes('list', users, job.concurrency)
  const before = await unreadOfAll()
  await pause()

  const tally = createTally()
  const startedAt = performance.now()
  const until = startedAt + job.durationMs
  await Promise.all(
    users.map(async (user, place) => {
      const firstAt = startedAt + (place / users.length) * job.everyMs
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
    const waiting = [...users]
    const count = async (): Promise<void> => {
      for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) {
        const unread = await user.unread()
        sum += unread
      }
    }
    await Promise.all(Array.from({ length: job.concurrency }, count))
    return sum
  }
}
