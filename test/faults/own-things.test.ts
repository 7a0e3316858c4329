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

const PEOPLE = isLong ? 16 : 4
const LOCK_MS = isLong ? 60_000 : 4_000
const ROUNDS = isLong ? 10 : 2
const MOST_SAVES_BEFORE_A_KILL = isLong ? 400 : 40

interface Person {
  readonly user: string
  readonly things: OwnThings
}

function peopleOf(dovecot: Dovecot): readonly Person[] {
  return Array.from({ length: PEOPLE }, (_, n) => {
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

function figures(people: readonly Person[]): string {
  const kept = sum(people.map(({ things }) => things.kept))
  return `${sum(people.map(({ things }) => things.requests))} requests, ${kept} acknowledged saves`
}

async function missingOf(
  people: readonly Person[],
  clientOf: (user: string) => Promise<WebmailClient>,
): Promise<readonly string[]> {
  const lists = people.map(async ({ user, things }) => things.missing(await clientOf(user)))
  return (await Promise.all(lists)).flat()
}

test.serial(
  'settings, identities, templates and contacts are read and kept while another process holds the database, and through a kill',
  async (t) => {
    t.timeout(isLong ? 600_000 : 180_000)
    const dovecot = await startDovecot({ t, users: PEOPLE })
    let postern = await startPostern({ t, mail: dovecot })
    const people = peopleOf(dovecot)
    const signIn = (user: string) => signedIn(postern, user, dovecot.password)
    // Half of them have something in the database before; it is locked when the others come.
    const known = people.slice(0, PEOPLE / 2)
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
      people.map(async ({ user, things }) => {
        const client = await signIn(user)
        clients.set(user, client)
        do await things.saveNext(client, client)
        while (Date.now() < until)
      }),
    )
    t.log(`${figures(people)}, none failed in ${LOCK_MS} ms of a locked database`)
    await postern.kill()
    postern = await postern.restart()
    t.deepEqual(await missingOf(people, signIn), [], 'after a kill, with the database still locked')
    await lock.release()
    await drained(postern.directory)

    t.deepEqual(await missingOf(people, signIn), [])
    t.is(clients.size, PEOPLE)
  },
)

for (const cache of ['memory', 'redis'] as const) {
  test.serial(`a kill -9 loses nothing that its owner was told is kept (${cache})`, async (t) => {
    t.timeout(isLong ? 900_000 : 180_000)
    const dovecot = await startDovecot({ t, users: PEOPLE })
    const redis = cache === 'redis' ? await startRedis() : undefined
    t.teardown(() => redis?.stop())
    let postern = await startPostern({ t, mail: dovecot, redis })
    const people = peopleOf(dovecot)
    const signIn = (user: string) => signedIn(postern, user, dovecot.password)

    const lost: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const clients = await Promise.all(people.map(({ user }) => signIn(user)))
      const enough =
        sum(people.map(({ things }) => things.kept)) + randomInt(1, MOST_SAVES_BEFORE_A_KILL)
      let killing: Promise<void> | undefined
      const writing = people.map(async ({ things }, n) => {
        const client = clients[n]
        while (client !== undefined && (await isKept(things, client))) {
          if (sum(people.map((person) => person.things.kept)) >= enough) killing ??= postern.kill()
        }
      })
      await Promise.all(writing)
      await killing
      postern = await postern.restart()
      lost.push(...(await missingOf(people, signIn)))
    }

    t.log(`${figures(people)} over ${ROUNDS} kills, ${lost.length} lost`)
    t.deepEqual(lost, [])
  })
}

/** False once the server is gone. */
async function isKept(things: OwnThings, client: WebmailClient): Promise<boolean> {
  try {
    await things.saveNext(client, client)
    return true
  } catch (error) {
    if (error instanceof Unanswered && error.status === 0) return false
    throw error
  }
}
