import test from 'ava'
import { startMariadb } from '../support/database/mariadb.ts'
import { eventually } from '../support/database/rows.ts'
import { drainedUpTo } from '../support/faults/health.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { createOwnThings, type OwnThings, Unanswered } from '../support/personal/own-things.ts'
import { unlessBusy } from '../support/postern/postern.ts'
import { isLong } from '../support/process/long-tests.ts'
import { openStage, type Stage } from './stage.ts'

const USERS = isLong ? 16 : 4
const ROUNDS = isLong ? 6 : 2
const SAVES_OF_A_ROUND = isLong ? 24 : 8

interface UserSession {
  readonly user: string
  readonly things: OwnThings
}

async function signedInAt(stage: Stage, which: 0 | 1, user: string): Promise<WebmailClient> {
  const client = createWebmailClient(stage.instance(which).base())
  const { status } = await unlessBusy(() => client.signIn(user, stage.dovecot.password))
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return client
}

const bothOf = async (stage: Stage, user: string) =>
  [await signedInAt(stage, 0, user), await signedInAt(stage, 1, user)] as const

/** Writes at the one and reads at the other, in turn. */
async function saveAtBoth({ user, things }: UserSession, stage: Stage): Promise<void> {
  const [first, second] = await bothOf(stage, user)
  for (let n = 0; n < SAVES_OF_A_ROUND; n += 1) {
    await (n % 2 === 0 ? things.saveNext(first, second) : things.saveNext(second, first))
  }
}

/** Until the instance is missing: writes there, and reads at the other. */
async function saveUntilKilled(
  { user, things }: UserSession,
  { stage, killed }: { readonly stage: Stage; readonly killed: 0 | 1 },
): Promise<void> {
  const writer = await signedInAt(stage, killed, user)
  const reader = await signedInAt(stage, killed === 0 ? 1 : 0, user)
  try {
    for (;;) await things.saveNext(writer, reader)
  } catch (error) {
    if (!(error instanceof Unanswered) || error.status !== 0) throw error
  }
}

for (const [what, prepare, betweenRounds, isShort] of [
  ['over Redis and the database', undefined, undefined, false],
  ['with Redis killed', (stage: Stage) => stage.redis.kill(), undefined, false],
  ['with a Redis that loses all in between', undefined, loseRedis, true],
] as const) {
  if (!isLong && !isShort) continue
  test.serial(
    `what is stored at one of two instances is read at the other, and through a kill, ${what}`,
    async (t) => {
      t.timeout(isLong ? 900_000 : 300_000)
      const stage = await openStage({ startSql: startMariadb, users: USERS })
      t.teardown(() => stage.stop())
      await prepare?.(stage)
      const users = Array.from({ length: USERS }, (_, n): UserSession => {
        const user = stage.dovecot.userName(n + 1)
        return { user, things: createOwnThings(user, { comesBack: true }) }
      })
      const lost: string[] = []
      const missingAt = async (which: 0 | 1): Promise<void> => {
        for (const { user, things } of users) {
          lost.push(...(await things.missing(await signedInAt(stage, which, user))))
        }
      }

      for (let round = 0; round < ROUNDS; round += 1) {
        const [killed, survivor] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
        await Promise.all(users.map((user) => saveAtBoth(user, stage)))
        const storedBefore = retainedBy(users)
        const writing = users.map((user) => saveUntilKilled(user, { stage, killed }))
        const enough = eventually(
          () => Promise.resolve(retainedBy(users)),
          (stored) => stored >= storedBefore + USERS,
        )
        const killing = enough.then(() => stage.kill(killed))
        await Promise.all([...writing, killing])
        await missingAt(survivor)
        await stage.restart(killed)
        await betweenRounds?.(stage)
        await missingAt(killed)
      }

      const [requests, comeBacks] = (['requests', 'comeBacks'] as const).map((figure) =>
        users.reduce((all, { things }) => all + things[figure], 0),
      )
      t.log(
        `${requests} requests (${comeBacks} told to come back), ${retainedBy(users)} acknowledged saves, ${ROUNDS} kills, ${lost.length} lost`,
      )
      t.deepEqual(lost, [])
    },
  )
}

function retainedBy(users: readonly UserSession[]): number {
  return users.reduce((all, { things }) => all + things.kept, 0)
}

/** Redis starts again and empty, once what only it and a spool had is in the database. */
async function loseRedis(stage: Stage): Promise<void> {
  const lostAt = Date.now()
  await stage.redis.restart()
  for (const which of [0, 1] as const) await drainedUpTo(stage.instance(which).directory, lostAt)
}
