import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { lockDatabase } from '../support/database/lock.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { drained } from '../support/faults/health.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { createOwnThings, type OwnThings, Unanswered } from '../support/personal/own-things.ts'
import { startPostern, type Postern, unlessBusy } from '../support/postern/postern.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startRedis } from '../support/redis/redis.ts'

const USERS = isLong ? 16 : 4
const LOCK_MS = isLong ? 60_000 : 4_000
const ROUNDS = isLong ? 10 : 2
const MOST_SAVES_BEFORE_A_KILL = isLong ? 400 : 40

interface UserSession {
  readonly user: string
  readonly things: OwnThings
}

function usersOf(dovecot: Dovecot): readonly UserSession[] {
  return Array.from({ length: USERS }, (_, n) => {
    const user = dovecot.userName(n + 1)
    return { user, things: createOwnThings(user) }
  })
}

async function signedIn(postern: Postern, user: string, password: string): Promise<WebmailClient> {
  const client = createWebmailClient(postern.base())
  const { status, text } = await unlessBusy(() => client.signIn(user, password))
  if (status !== 302) throw new Error(`sign-in answered ${status}: ${text.slice(0, 200)}`)
  return client
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function figures(users: readonly UserSession[]): string {
  const stored = sum(users.map(({ things }) => things.kept))
  return `${sum(users.map(({ things }) => things.requests))} requests, ${stored} acknowledged saves`
}

async function missingOf(
  people: readonly UserSession[],
  clientOf: (user: string) => Promise<WebmailClient>,
): Promise<readonly string[]> {
  const lists = people.map(async ({ user, things }) => things.missing(await clientOf(user)))
  return (await Promise.all(lists)).flat()
}

test.serial(
  'settings, identities, templates and contacts are read and kept while another process holds the database, and through a kill',
  async (t) => {
    t.timeout(isLong ? 600_000 : 180_000)
    const dovecot = await startDovecot({ t, users: USERS })
    let postern = await startPostern({ t, mail: dovecot })
    const users = usersOf(dovecot)
    const signIn = (user: string) => signedIn(postern, user, dovecot.password)
    // Half of them have something in the database before; it is locked when the others come.
    const known = users.slice(0, USERS / 2)
    for (const { user, things } of known) {
      const client = await signIn(user)
      for (let n = 0; n < 4; n += 1) await things.saveNext(client, client)
    }
    await drained(postern.directory)
    const lock = await lockDatabase(join(postern.directory, 'postern.db'))
    t.teardown(() => lock.release())

    const until = Date.now() + LOCK_MS
    const clients = new Map<string, WebmailClient>()
    await Promise.all(
      users.map(async ({ user, things }) => {
        const client = await signIn(user)
        clients.set(user, client)
        do await things.saveNext(client, client)
        while (Date.now() < until)
      }),
    )
    t.log(`${figures(users)}, none failed in ${LOCK_MS} ms of a locked database`)
    await postern.kill()
    postern = await postern.restart()
    t.deepEqual(await missingOf(users, signIn), [], 'after a kill, with the database still locked')
    await lock.release()
    await drained(postern.directory)

    t.deepEqual(await missingOf(users, signIn), [])
    t.is(clients.size, USERS)
  },
)

for (const cache of ['memory', 'redis'] as const) {
  test.serial(`a kill -9 loses nothing that its owner was told is kept (${cache})`, async (t) => {
    t.timeout(isLong ? 900_000 : 180_000)
    const dovecot = await startDovecot({ t, users: USERS })
    const redis = cache === 'redis' ? await startRedis() : undefined
    t.teardown(() => redis?.stop())
    let postern = await startPostern({ t, mail: dovecot, redis })
    const users = usersOf(dovecot)
    const signIn = (user: string) => signedIn(postern, user, dovecot.password)

    const lost: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const clients = await Promise.all(users.map(({ user }) => signIn(user)))
      const enough =
        sum(users.map(({ things }) => things.kept)) + randomInt(1, MOST_SAVES_BEFORE_A_KILL)
      let killing: Promise<void> | undefined
      const writing = users.map(async ({ things }, n) => {
        const client = clients[n]
        while (client !== undefined && (await isRetained(things, client))) {
          if (sum(users.map((user) => user.things.kept)) >= enough) killing ??= postern.kill()
        }
      })
      await Promise.all(writing)
      await killing
      postern = await postern.restart()
      lost.push(...(await missingOf(users, signIn)))
    }

    t.log(`${figures(users)} over ${ROUNDS} kills, ${lost.length} lost`)
    t.deepEqual(lost, [])
  })
}

/** False once the server is missing. */
async function isRetained(things: OwnThings, client: WebmailClient): Promise<boolean> {
  try {
    await things.saveNext(client, client)
    return true
  } catch (error) {
    if (error instanceof Unanswered && error.status === 0) return false
    throw error
  }
}
