import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { inspectDatabase } from '../../../store/database/schema/inspect.ts'
import { removeTables } from '../../../store/database/schema/remove.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Store } from '../../../store/store.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { emptiedServer } from '../../support/database/emptied-server.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import {
  dumpSchema,
  makeEarlierSchema,
  readRows,
  runAsOtherProgram,
} from '../../support/database/schema.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import {
  addRoundcubeUser,
  makeRoundcubeTables,
} from '../../support/roundcube/roundcube-database.ts'
import { storedSession } from '../cache/contract.ts'
import { drained, newId, openTestDatabase, openTestStore, recordSignIn, until } from '../fixture.ts'

const engines = {
  sqlite: async (t: ExecutionContext) => `sqlite:${join(await temporaryDirectory(t), 'shared.db')}`,
  mysql: emptiedServer(test, startMariadb),
  postgres: emptiedServer(test, startPostgres),
}

async function openOver(t: ExecutionContext, url: string): Promise<Store> {
  const limits = {
    databaseReadMs: RESPONSE_WAIT_LIMIT_MS,
    databaseTimeoutMs: RESPONSE_WAIT_LIMIT_MS,
  }
  const store = await openTestStore({ directory: await temporaryDirectory(t), url, limits })
  t.teardown(() => store.close(0))
  return store
}

/** What users do: sign-ins that are accepted and refused, settings, contacts, a session that continues and one that ends. */
async function workOver(t: ExecutionContext, url: string): Promise<void> {
  const store = await openOver(t, url)
  await recordSignIn(store.users, 'anna', 'localhost')
  await store.users.recordFailure('anna', 'localhost')
  await store.users.saveSettings('anna', 'localhost', '{"trash":"Bin"}')
  const [stored, ended] = [newId(), newId()]
  for (const id of [stored, ended]) await store.sessions.save(id, { task: 'mail' }, '192.0.2.7')
  await store.sessions.destroy(ended)
  const contact = { id: 'one', baseVersion: 0, body: '{"name":"Bert"}' }
  await store.personal.save({ username: 'anna', mailHost: 'localhost' }, 'contact', [contact])
  await drained(store)
  await store.close()
}

for (const [engine, urlOf] of Object.entries(engines)) {
  test.serial(
    `${engine}: a Roundcube's schema is the same with Postern's tables removed`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const before = await dumpSchema(url)

      await workOver(t, url)
      const there = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      const dropped = await removeTables(url, RESPONSE_WAIT_LIMIT_MS)

      t.is(await dumpSchema(url), before)
      t.deepEqual(there.made, [])
      t.true(there.foreign.includes('users') && there.foreign.includes('contacts'))
      t.deepEqual([...dropped].sort(), [...there.own].sort())
      t.true(dropped.every((name) => name.startsWith('postern_')))
    },
  )

  test.serial(
    `${engine}: an empty database is empty again with Postern's tables removed`,
    async (t) => {
      const url = await urlOf(t)

      await workOver(t, url)
      const there = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)

      t.deepEqual(there.made, ['session', 'users'])
      t.deepEqual(there.foreign, [])
      const { own, made, foreign } = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      t.deepEqual([own, made, foreign], [[], [], []])
    },
  )

  test.serial(
    `${engine}: tables that Postern made stay where another program has one`,
    async (t) => {
      const url = await urlOf(t)
      await workOver(t, url)
      await runAsOtherProgram(url, 'CREATE TABLE bookmarks (id INTEGER)')

      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)

      const { own, foreign } = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      t.deepEqual(own, [])
      t.deepEqual(foreign, ['bookmarks', 'session', 'users'])
    },
  )

  for (const name of ['postern_user', 'postern_made']) {
    test.serial(
      `${engine}: a ${name} of another program is neither used nor dropped`,
      async (t) => {
        const url = await urlOf(t)
        await makeRoundcubeTables(url, '1.6')
        await runAsOtherProgram(
          url,
          `CREATE TABLE ${name} (name VARCHAR(20), note VARCHAR(20))`,
          `INSERT INTO ${name} (name, note) VALUES ('users', 'of others')`,
        )
        const before = await dumpSchema(url)
        const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
        const database = openTestDatabase(t, url, limits)

        const fault = await t.throwsAsync(database.findUser('anna', 'localhost'), {
          instanceOf: StoreUnavailable,
        })
        const dropped = await removeTables(url, RESPONSE_WAIT_LIMIT_MS)

        t.regex(String(fault.cause), new RegExp(`tables of another program: ${name}$`))
        t.deepEqual(dropped, [])
        t.is(await dumpSchema(url), before)
        t.deepEqual(await readRows(url, `SELECT note FROM ${name}`), [{ note: 'of others' }])
      },
    )
  }

  test.serial(
    `${engine}: a table whose name only begins like Postern's stays with its rows`,
    async (t) => {
      const url = await urlOf(t)
      await runAsOtherProgram(
        url,
        'CREATE TABLE postern_notes (note VARCHAR(20))',
        "INSERT INTO postern_notes (note) VALUES ('of others')",
      )
      await makeRoundcubeTables(url, '1.6')
      const before = await dumpSchema(url)
      await workOver(t, url)

      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)

      t.is(await dumpSchema(url), before)
      t.deepEqual(await readRows(url, 'SELECT note FROM postern_notes'), [{ note: 'of others' }])
    },
  )

  test.serial(
    `${engine}: the tables of a Postern that recorded only shared ones are its own`,
    async (t) => {
      const url = await urlOf(t)
      await workOver(t, url)
      await runAsOtherProgram(url, "DELETE FROM postern_made WHERE name LIKE 'postern%'")

      await workOver(t, url)

      const recorded = await readRows(
        url,
        "SELECT name FROM postern_made WHERE name LIKE 'postern%'",
      )
      const { own } = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      t.is(recorded.length, own.length)
      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)
      const left = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
      t.deepEqual([left.own, left.made, left.foreign], [[], [], []])
    },
  )

  test.serial(
    `${engine}: the users of a Roundcube get no row, and those it has get their sign-ins`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      await addRoundcubeUser(url, { username: 'bert' })

      const store = await openOver(t, url)
      await recordSignIn(store.users, 'anna', 'localhost')
      await store.users.saveSettings('anna', 'localhost', '{"trash":"Bin"}')
      await recordSignIn(store.users, 'bert', 'localhost')
      await until(async () => (await store.users.find('bert', 'localhost'))?.userId === 1)
      await store.users.recordFailure('bert', 'localhost')
      await drained(store)

      const rows = await readRows(url, 'SELECT username, failed_login_counter FROM users')
      t.deepEqual(rows, [{ username: 'bert', failed_login_counter: 1 }])
      const [signedIn] = await readRows(url, 'SELECT last_login, failed_login FROM users')
      t.truthy(signedIn?.['last_login'])
      t.truthy(signedIn?.['failed_login'])
      const another = await openOver(t, url)
      t.is(await another.users.settings('anna', 'localhost'), '{"trash":"Bin"}')
      t.truthy((await another.users.find('anna', 'localhost'))?.lastLoginAt)
    },
  )

  test.serial(
    `${engine}: a user whom Roundcube gets to know later has its id from then on`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const store = await openOver(t, url)
      await recordSignIn(store.users, 'anna', 'localhost')
      await store.users.saveSettings('anna', 'localhost', '{"trash":"Bin"}')
      await drained(store)

      await addRoundcubeUser(url, { username: 'anna' })
      await recordSignIn(store.users, 'anna', 'localhost')
      await until(async () => (await store.users.find('anna', 'localhost'))?.userId === 1)

      t.is(await recordSignIn(store.users, 'anna', 'localhost'), 1)
      t.is(await store.users.settings('anna', 'localhost'), '{"trash":"Bin"}')
    },
  )

  for (const isOfRoundcube of [true, false]) {
    const whose = isOfRoundcube ? "a Roundcube's tables" : 'tables of its own'
    test.serial(`${engine}: what an earlier Postern added to ${whose} is moved`, async (t) => {
      const url = await urlOf(t)
      if (isOfRoundcube) await makeRoundcubeTables(url, '1.6')
      const before = await dumpSchema(url)
      await makeEarlierSchema(url)
      const [stored, ended, foreign] = [newId(), newId(), newId()]
      const ms = Date.now()
      await runAsOtherProgram(
        url,
        ...[stored, ended].map(
          (
            id,
          ) => `INSERT INTO session (sess_id, changed, ip, vars, version, changed_ms, created_ms, expires_ms)
            VALUES ('${id}', CURRENT_TIMESTAMP, '192.0.2.7', 'dGFza3xzOjQ6Im1haWwiOw==', 3, ${ms}, ${ms}, ${ms + 600_000})`,
        ),
        `INSERT INTO session (sess_id, changed, ip, vars) VALUES ('${foreign}', CURRENT_TIMESTAMP, '', '')`,
        `INSERT INTO session_ended (sess_id, version, expires_ms) VALUES ('${ended}', 4, ${ms + 600_000})`,
        `INSERT INTO users (user_id, username, mail_host, created, settings, settings_ms)
          VALUES (7, 'anna', 'localhost', CURRENT_TIMESTAMP, '{"trash":"Bin"}', ${ms})`,
      )

      const [one, other] = await Promise.all([openOver(t, url), openOver(t, url)])

      for (const { sessions, users } of [one, other]) {
        t.like(await sessions.load(stored), { version: 3, variables: { task: 'mail' } })
        t.is(await sessions.load(ended), undefined)
        t.is(await users.settings('anna', 'localhost'), '{"trash":"Bin"}')
      }
      const own = await readRows(url, 'SELECT sess_id FROM postern_session ORDER BY sess_id')
      t.deepEqual(
        own.map((row) => row['sess_id']),
        [stored, ended].sort(),
      )
      t.is((await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)).made.length, isOfRoundcube ? 0 : 2)
      await Promise.all([one.close(), other.close()])
      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)
      if (isOfRoundcube) t.is(await dumpSchema(url), before)
    })
  }

  test.serial(
    `${engine}: a move of an earlier schema that was interrupted is ended by the next start`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const before = await dumpSchema(url)
      await openOver(t, url)
      // As where the connection was lost between two steps, on an engine without transactions for them.
      await makeEarlierSchema(url)
      const [moved, left, ms] = [newId(), newId(), Date.now()]
      await runAsOtherProgram(
        url,
        ...[moved, left].map(
          (
            id,
          ) => `INSERT INTO session (sess_id, changed, ip, vars, version, changed_ms, created_ms, expires_ms)
          VALUES ('${id}', CURRENT_TIMESTAMP, '', '', 3, ${ms}, ${ms}, ${ms + 600_000})`,
        ),
        `INSERT INTO postern_session (sess_id, version, changed_ms, created_ms, expires_ms)
        VALUES ('${moved}', 3, ${ms}, ${ms}, ${ms + 600_000})`,
      )

      const store = await openOver(t, url)

      for (const id of [moved, left]) t.is((await store.sessions.load(id))?.version, 3)
      await store.close()
      await removeTables(url, RESPONSE_WAIT_LIMIT_MS)
      t.is(await dumpSchema(url), before)
    },
  )

  test.serial(`${engine}: instances that start together share the tables`, async (t) => {
    const url = await urlOf(t)

    const stores = await Promise.all([1, 2, 3].map(() => openOver(t, url)))
    for (const [n, store] of stores.entries()) {
      await recordSignIn(store.users, `user${n}`, 'localhost')
      await drained(store)
    }

    const rows = await readRows(url, 'SELECT username FROM users ORDER BY username')
    t.deepEqual(
      rows.map((row) => row['username']),
      ['user0', 'user1', 'user2'],
    )
  })

  test.serial(
    `${engine}: of writes of many instances at once the newest stands, in both tables`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      const databases = Array.from({ length: 4 }, () => openTestDatabase(t, url, limits))
      const sessions = Array.from({ length: 60 }, () => storedSession({ version: 1 }))
      const batch = (version: number) => ({
        sessions: sessions.map((session, n) => ({
          ...{ seq: n, queuedAt: 0 },
          session: { ...session, version, vars: `version ${version}` },
        })),
        ...{ ends: [], users: [], documents: [], personal: [] },
      })
      const write = async (n: number) => {
        for (const round of [0, 1, 2, 3, 4]) {
          await untilTaken(() => databases[n]?.write(batch(1 + ((round * 3 + n * 7) % 20))))
        }
      }

      await Promise.all(databases.map((_, n) => write(n)))

      const newest = Math.max(
        ...[0, 1, 2, 3, 4].flatMap((round) =>
          [0, 1, 2, 3].map((n) => 1 + ((round * 3 + n * 7) % 20)),
        ),
      )
      const rows = await readRows(
        url,
        'SELECT DISTINCT version, vars FROM session JOIN postern_session ON postern_session.sess_id = session.sess_id',
      )
      t.deepEqual(
        rows.map(({ version, vars }) => [Number(version), vars]),
        [[newest, `version ${newest}`]],
      )
    },
  )

  test.serial(
    `${engine}: a session that another program deleted is written again, and its rest collected`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      let now = Date.now()
      const database = openTestDatabase(t, url, { ...limits, now: () => now })
      const [again, deleted] = [storedSession({ version: 4 }), storedSession({ version: 4 })]
      const batchOf = (...written: readonly (typeof again)[]) => ({
        sessions: written.map((session, seq) => ({ seq, queuedAt: 0, session })),
        ...{ ends: [], users: [], documents: [], personal: [] },
      })
      await database.write(batchOf(again, deleted))
      await runAsOtherProgram(url, 'DELETE FROM session')

      const versions = await database.findVersions([again.id, deleted.id])
      await database.write(batchOf(again))

      t.is(versions.size, 0)
      t.deepEqual(await database.findSession(again.id), { kind: 'session', session: again })
      t.deepEqual(await database.findSession(deleted.id), { kind: 'none' })
      now = Math.max(again.expiresAt, deleted.expiresAt) + 60_000
      while ((await database.collect(10)) > 0) continue
      for (const table of ['session', 'postern_session']) {
        t.deepEqual(await readRows(url, `SELECT sess_id FROM ${table}`), [], table)
      }
    },
  )

  test.serial(
    `${engine}: a session of Roundcube's own continues with Postern, and is Postern's from then on`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      const database = openTestDatabase(t, url, limits)
      const session = storedSession({ version: 1 })
      await runAsOtherProgram(
        url,
        `INSERT INTO session (sess_id, changed, ip, vars) VALUES ('${session.id}', CURRENT_TIMESTAMP, '192.0.2.1', 'eDs=')`,
      )

      t.like(await database.findSession(session.id), { session: { version: 0, vars: 'eDs=' } })
      await database.write({
        sessions: [{ seq: 1, queuedAt: 0, session }],
        ...{ ends: [], users: [], documents: [], personal: [] },
      })

      t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
    },
  )

  test.serial(
    `${engine}: a session that Roundcube continues with outlives its time with Postern`,
    async (t) => {
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      const database = openTestDatabase(t, url, limits)
      const changedAt = Date.now() - 700_000
      const aged = { version: 1, changedAt, expiresAt: changedAt + 660_000 }
      const [touched, left] = [storedSession(aged), storedSession(aged)]
      await database.write({
        sessions: [touched, left].map((session, seq) => ({ seq, queuedAt: 0, session })),
        ...{ ends: [], users: [], documents: [], personal: [] },
      })

      const update = "UPDATE session SET changed = CURRENT_TIMESTAMP, vars = 'eDs='"
      await runAsOtherProgram(url, `${update} WHERE sess_id = '${touched.id}'`)

      t.is(await database.collect(10), 1)
      t.is(await database.collect(10), 0)
      t.deepEqual(await database.findSession(left.id), { kind: 'none' })
      t.like(await database.findSession(touched.id), { session: { vars: 'eDs=' } })
    },
  )
}

/** A deadlock that a server ends is tried again, as the drainer does. */
async function untilTaken(write: () => Promise<unknown> | undefined): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write()
      return
    } catch (error) {
      if (attempt === 50) throw error
    }
  }
}

test('a look at a SQLite file leaves nothing beside it', async (t) => {
  const url = await engines.sqlite(t)
  const file = url.slice('sqlite:'.length)

  const missing = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
  const before = await readdir(dirname(file))
  await workOver(t, url)
  const there = await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)

  t.deepEqual(missing, { engine: 'sqlite', file, own: [], made: [], foreign: [] })
  t.deepEqual(before, [])
  t.is(there.own.length, 7)
  t.deepEqual(await readdir(dirname(file)), ['shared.db'])
})

test('a look at a SQLite file that Postern has open sees its tables', async (t) => {
  const url = await engines.sqlite(t)
  const store = await openOver(t, url)
  await recordSignIn(store.users, 'anna', 'localhost')
  await drained(store)

  t.deepEqual((await inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)).made, ['session', 'users'])
})

test('a look at a SQLite file waits for the program that holds it', async (t) => {
  const url = await engines.sqlite(t)
  await makeRoundcubeTables(url, '1.6')
  const lock = await lockDatabase(url.slice('sqlite:'.length))
  const looking = inspectDatabase(url, RESPONSE_WAIT_LIMIT_MS)
  await sleep(1_500)
  await lock.release()

  t.true((await looking).foreign.includes('session'))
})

test('tables that cannot be made while another program writes are made once it has ended', async (t) => {
  const url = await engines.sqlite(t)
  await makeRoundcubeTables(url, '1.6')
  const lock = await lockDatabase(url.slice('sqlite:'.length))
  const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
  const database = openTestDatabase(t, url, limits)

  const fault = await t.throwsAsync(database.findUser('anna', 'localhost'), {
    instanceOf: StoreUnavailable,
  })
  await lock.release()

  t.is(fault.engineCode, '5')
  t.is(await database.findUser('anna', 'localhost'), undefined)
})
