import test, { type ExecutionContext } from 'ava'
import { connectDatabase } from '../../../store/database/connection/connect.ts'
import { parseDatabaseUrl } from '../../../store/database/connection/connection.ts'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import type { Store } from '../../../store/store.ts'
import type { DatabaseServer } from '../../support/database/server.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  drained,
  newId,
  openTestDatabase,
  openTestStore,
  storePaths,
  until,
  recordSignIn,
} from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** One engine, a table that refuses a login name permanently, and how an administrator mends it. */
interface Case {
  readonly url: (t: ExecutionContext, directory: string) => Promise<string>
  /** Run once the tables are there. */
  readonly harm: string
  readonly mend: string
  readonly refusedName: string
  readonly code: string
}

const longName = `${'x'.repeat(150)}@example.test`

const cases: Readonly<Record<string, Case>> = {
  'sqlite, a CHECK of another program': {
    url: (_t, directory) => Promise.resolve(storePaths(directory).url),
    harm: `CREATE TRIGGER short_names BEFORE INSERT ON users WHEN length(NEW.username) > 128
           BEGIN SELECT RAISE(ABORT, 'name too long'); END`,
    mend: 'DROP TRIGGER short_names',
    refusedName: longName,
    code: '19',
  },
  'mysql, a name that is too long': {
    url: server(startMariadb),
    harm: 'SELECT 1',
    mend: 'ALTER TABLE users MODIFY username varchar(200) NOT NULL',
    refusedName: longName,
    code: '1406',
  },
  'mysql, characters the column does not know': {
    url: server(startMariadb),
    harm: 'ALTER TABLE users MODIFY username varchar(128) CHARACTER SET latin1 NOT NULL',
    mend: 'ALTER TABLE users MODIFY username varchar(128) CHARACTER SET utf8mb4 NOT NULL',
    refusedName: '📬@example.test',
    code: '1366',
  },
  'postgres, a name that is too long': {
    url: server(startPostgres),
    harm: 'SELECT 1',
    mend: 'ALTER TABLE users ALTER username TYPE varchar(200)',
    refusedName: longName,
    code: '22001',
  },
}

function server(start: () => Promise<DatabaseServer>): Case['url'] {
  return async (t) => {
    const running = await start()
    t.teardown(() => running.stop())
    return running.url
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const limits = { busyTimeoutMs: 5_000, acquireTimeoutMs: 5_000, statementTimeoutMs: 5_000 }
  const connection = connectDatabase(parseDatabaseUrl(url), limits)
  await connection.knex.raw(sql)
  await connection.close()
}

const limits = { readLimitMs: 5_000, timeoutMs: 5_000 }

async function deadLettersAre(store: Store, rows: number): Promise<void> {
  await until(async () => (await store.health()).setAside === rows)
}

for (const [name, { url: urlOf, harm, mend, refusedName, code }] of Object.entries(cases)) {
  test.serial(
    `${name}: a record the database refuses permanently stops no other, and drains once it is mended`,
    async (t) => {
      const directory = await temporaryDirectory(t)
      const url = await urlOf(t, directory)
      const [reports, log]: [DatabaseErrorReport[], ReturnType<typeof memoryLog>] = [
        [],
        memoryLog(),
      ]
      const store = await openTestStore({ directory, url, reports, log })
      t.teardown(() => store.close(0))
      await store.sessions.save(newId(), {}, '192.0.2.7')
      await drained(store)
      await runSql(url, harm)

      const ids = Array.from({ length: 200 }, newId)
      await Promise.all([
        ...ids.slice(0, 100).map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7')),
        recordSignIn(store.users, refusedName, 'localhost'),
        ...ids.slice(100).map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7')),
        recordSignIn(store.users, 'anna@example.test', 'localhost'),
      ])
      await deadLettersAre(store, 1)
      await drained(store)

      const database = openTestDatabase(t, url, limits)
      const found = await Promise.all(ids.map((id) => database.findSession(id)))
      t.deepEqual([...new Set(found.map(({ kind }) => kind))], ['session'])
      t.truthy(await database.findUser('anna@example.test', 'localhost'))
      t.is((await store.health()).setAsideCode, code)
      t.is((await store.health()).databaseError, undefined)
      const reported = log.messages.filter((message) => message.includes('set aside'))
      t.deepEqual(reported, ['database refuses a record for good: set aside in the spool'])
      t.is(reports[0]?.code, code)
      t.false(JSON.stringify(reports).includes(refusedName))

      await runSql(url, mend)
      t.is(await store.retryDeadLetters(), 1)
      await drained(store)
      await deadLettersAre(store, 0)
      t.like(await database.findUser(refusedName, 'localhost'), { username: refusedName })
    },
  )
}

test('what is dead-lettered stays readable and is offered again by the next start', async (t) => {
  const directory = await temporaryDirectory(t)
  const { url } = storePaths(directory)
  const first = await openTestStore({ directory })
  t.teardown(() => first.close(0))
  await first.sessions.save(newId(), {}, '192.0.2.7')
  await drained(first)
  await runSql(
    url,
    `CREATE TRIGGER refuse BEFORE INSERT ON session WHEN length(NEW.vars) > 1000
     BEGIN SELECT RAISE(ABORT, 'too long'); END`,
  )
  const id = newId()
  await first.sessions.save(id, { note: 'x'.repeat(2_000) }, '192.0.2.7')
  await deadLettersAre(first, 1)
  await first.close()
  await runSql(url, 'DROP TRIGGER refuse')

  const next = await openTestStore({ directory })
  t.teardown(() => next.close(0))

  t.truthy(await next.sessions.load(id))
  await drained(next)
  await deadLettersAre(next, 0)
  t.is((await openTestDatabase(t, url, limits).findSession(id)).kind, 'session')
})

test('a set-aside record that is rewritten is offered again', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory })
  t.teardown(() => store.close(0))
  const { url } = storePaths(directory)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  await runSql(
    url,
    `CREATE TRIGGER refuse BEFORE INSERT ON session WHEN length(NEW.vars) > 1000
     BEGIN SELECT RAISE(ABORT, 'too long'); END`,
  )
  const id = newId()
  await store.sessions.save(id, { note: 'x'.repeat(2_000) }, '192.0.2.7')
  await deadLettersAre(store, 1)

  await store.sessions.save(id, { note: 'short' }, '192.0.2.7')

  await drained(store)
  await deadLettersAre(store, 0)
  t.is((await openTestDatabase(t, url, limits).findSession(id)).kind, 'session')
})
