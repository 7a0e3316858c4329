import test from 'ava'
import { isLong } from '../support/process/long-tests.ts'
import { unlessBusy } from '../support/postern/postern.ts'
import { startMariadb } from '../support/database/mariadb.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { drainedUpTo } from '../support/faults/health.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { openStage, type Stage } from './stage.ts'
import { startLoadUsers } from './users.ts'

const USER_COUNT = isLong ? 150 : 24
const ROUNDS = isLong ? 8 : 2
const ACTIONS_BETWEEN_KILLS = isLong ? 300 : 60
const ACTIONS_PER_SIGN_IN = 12
const CHECKED_AT_ONCE = 8

for (const [what, startSql, redisIs, isShort] of [
  ['Redis and MariaDB', startMariadb, 'up', false],
  ['Redis and PostgreSQL', startPostgres, 'up', false],
  ['MariaDB alone, since Redis is down,', startMariadb, 'down', true],
  ['PostgreSQL and a Redis that loses all in between,', startPostgres, 'restarted', true],
] as const) {
  if (!isLong && !isShort) continue
  test.serial(
    `of two instances over ${what} either may be killed: no one is signed out`,
    async (t) => {
      t.timeout(isLong ? 900_000 : 180_000)
      const stage = await openStage({ startSql, users: USER_COUNT })
      t.teardown(() => stage.stop())
      const { dovecot, base, redis } = stage
      if (redisIs === 'down') await redis.kill()
      const loadUsers = startLoadUsers({
        base,
        count: USER_COUNT,
        userName: (n) => dovecot.userName(n),
        password: dovecot.password,
        actionsPerSignIn: ACTIONS_PER_SIGN_IN,
      })
      const lost: string[] = []

      let checked = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        const [killed, survivor] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
        await loadUsers.run(ACTIONS_BETWEEN_KILLS)
        await stage.kill(killed)
        const promised = loadUsers.acknowledged.slice(checked)
        checked += promised.length
        lost.push(...(await lostOn(stage, survivor, promised)))
        await loadUsers.run(ACTIONS_BETWEEN_KILLS)
        await stage.restart(killed)
        if (redisIs === 'restarted') await loseRedis(stage)
      }
      await loadUsers.leave()
      lost.push(...(await lostOn(stage, 0, loadUsers.acknowledged)))

      const { acknowledged, actions, retried, signOuts } = loadUsers
      t.log(
        `${ROUNDS} kills, ${acknowledged.length} acknowledged sign-ins, ${actions} acts, ${retried.length} tried again, ` +
          `${lost.length} sessions lost, ${signOuts.length} sign-outs`,
      )
      t.true(acknowledged.length > USER_COUNT)
      t.deepEqual(lost, [])
      t.deepEqual(signOuts, [])
    },
  )
}

/**
 * Redis starts again and empty. What it had is only on the way to the database then: the next to be lost is an instance
 * once all that is there, however long a busy machine takes for it.
 */
async function loseRedis(stage: Stage): Promise<void> {
  await stage.redis.restart()
  const lostAt = Date.now()
  for (const which of [0, 1] as const) await drainedUpTo(stage.instance(which).directory, lostAt)
}

/** Sessions that an instance does not know, of those that a user was promised. */
async function lostOn(
  stage: Stage,
  which: 0 | 1,
  cookies: readonly string[],
): Promise<readonly string[]> {
  const lost: string[] = []
  const left = [...cookies]
  const check = async (): Promise<void> => {
    for (let cookie = left.pop(); cookie !== undefined; cookie = left.pop()) {
      const client = createWebmailClient(stage.instance(which).base())
      client.cookies.set('postern_session', cookie)
      const { status, text } = await unlessBusy(() => client.get(''))
      if (!text.includes('"task":"mail"')) lost.push(`${cookie}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, check))
  return lost
}
