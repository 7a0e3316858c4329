import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openBackup } from '../../../store/backup/open-backup.ts'
import { emptiedServer } from '../../support/database/emptied-server.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  addRoundcubeUser,
  makeRoundcubeTables,
} from '../../support/roundcube/roundcube-database.ts'
import { storedSession } from '../cache/contract.ts'
import { newId } from '../fixture.ts'
import {
  asAnotherProgram,
  backUpTo,
  missingIn,
  openDatabase,
  recordsOf,
  restoreFrom,
} from './stored.ts'

/** Every engine runs the same facts; servers are started by the first test that needs them. */
const engines = {
  sqlite: sqliteUrl,
  mysql: emptiedServer(test, startMariadb),
  postgres: emptiedServer(test, startPostgres),
}

async function sqliteUrl(t: ExecutionContext): Promise<string> {
  return `sqlite:${join(await temporaryDirectory(t), 'postern.db')}`
}

const ways = [
  ['sqlite', 'sqlite'],
  ['mysql', 'mysql'],
  ['postgres', 'postgres'],
  ['sqlite', 'postgres'],
  ['postgres', 'mysql'],
  ['mysql', 'sqlite'],
] as const

for (const [from, to] of ways) {
  test.serial(`a backup of ${from} brings every record to an empty ${to}`, async (t) => {
    const directory = await temporaryDirectory(t)
    const file = join(directory, 'backup')
    const url = await engines[from](t)
    const records = recordsOf({ many: 1_300 })
    await openDatabase(t, url).write(records.batch)

    const counts = await backUpTo(file, url)
    const target = await engines[to](t)
    const outcome = await restoreFrom(file, { url: target, dataDir: directory })

    const tables = [
      { name: 'session', rows: 1_300 },
      { name: 'users', rows: 2 },
      { name: 'postern_session', rows: 1_300 },
      { name: 'postern_session_ended', rows: 1 },
      { name: 'postern_user', rows: 2 },
      { name: 'postern_document', rows: 1 },
      { name: 'postern_personal', rows: 1_301 },
    ]
    t.deepEqual(counts, tables)
    t.deepEqual(outcome, { kind: 'restored', tables, replaced: 0, left: 0, movedAside: [] })
    t.deepEqual(await missingIn(openDatabase(t, target), records), [])
  })
}

for (const [engine, urlOf] of Object.entries(engines)) {
  test.serial(`${engine}: a backup that is made while others write is of one moment`, async (t) => {
    const directory = await temporaryDirectory(t)
    const url = await urlOf(t)
    const database = openDatabase(t, url)
    await database.write(recordsOf({ many: 2_000 }).batch)
    const over = new AbortController()
    const writing = (async () => {
      // Each transaction brings one row to the first table that is read and to the last.
      while (!over.signal.aborted) {
        const { batch, setting } = recordsOf({ many: 1 })
        await database.write({
          ...batch,
          ends: [],
          users: [],
          documents: [],
          personal: [{ seq: 1, queuedAt: 0, personal: setting }],
        })
      }
    })()

    for (const name of ['first', 'second', 'third']) {
      const counts = await backUpTo(join(directory, name), url)
      const rowsOf = (table: string) => counts.find((count) => count.name === table)?.rows ?? 0
      t.is(rowsOf('postern_personal') - 1, rowsOf('session'))
    }

    over.abort()
    await writing
  })

  test.serial(
    `${engine}: rows of another program are in no backup, and stay when one is restored`,
    async (t) => {
      const directory = await temporaryDirectory(t)
      const file = join(directory, 'backup')
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')
      await addRoundcubeUser(url, { username: 'kim', mailHost: 'mail' })
      const database = openDatabase(t, url)
      const records = recordsOf({ many: 3 })
      await database.write(records.batch)
      const theirs = newId()
      const changed = '2026-01-02 03:04:05'
      await asAnotherProgram(url, (knex) =>
        knex('session').insert({ sess_id: theirs, changed, ip: '192.0.2.1', vars: 'eA==' }),
      )

      const counts = await backUpTo(file, url)
      const later = storedSession()
      const session = { seq: 1, queuedAt: 0, session: later }
      await database.write({ ...recordsOf({ many: 0 }).batch, sessions: [session] })
      const requested = await restoreFrom(file, { url, dataDir: directory })
      const outcome = await restoreFrom(file, { url, dataDir: directory, isReplacing: true })

      t.deepEqual(counts.slice(0, 2), [
        { name: 'session', rows: 3 },
        { name: 'users', rows: 0 },
      ])
      t.is(requested.kind, 'occupied')
      t.like(outcome, { kind: 'restored', left: 0 })
      t.deepEqual(await missingIn(database, records), [])
      t.deepEqual(await database.findSession(later.id), { kind: 'none' })
      const left = await asAnotherProgram(url, async (knex) => ({
        sessions: await knex('session').where({ sess_id: theirs }),
        users: await knex('users').select('username'),
        contacts: await knex('contacts').select('user_id'),
      }))
      t.is(left.sessions.length, 1)
      t.deepEqual(left.users, [{ username: 'kim' }])
      t.true(left.contacts.length > 0)
    },
  )

  test.serial(
    `${engine}: a backup that is restored beside a Roundcube adds no one to its users`,
    async (t) => {
      const directory = await temporaryDirectory(t)
      const file = join(directory, 'backup')
      const records = recordsOf({ many: 3 })
      const own = await sqliteUrl(t)
      await openDatabase(t, own).write(records.batch)
      await backUpTo(file, own)
      const url = await urlOf(t)
      await makeRoundcubeTables(url, '1.6')

      const outcome = await restoreFrom(file, { url, dataDir: directory })

      t.like(outcome, { kind: 'restored', replaced: 0, left: 0 })
      t.deepEqual(await missingIn(openDatabase(t, url), records), [])
      t.deepEqual(await asAnotherProgram(url, (knex) => knex('users').select('username')), [])
    },
  )

  test.serial(`${engine}: a restore forgets what spools have written before`, async (t) => {
    const directory = await temporaryDirectory(t)
    const file = join(directory, 'backup')
    const url = await urlOf(t)
    const database = openDatabase(t, url)
    await database.writeMarked(recordsOf({ many: 1 }).batch, { writer: 'one', mark: 4 })
    await backUpTo(file, url)

    await restoreFrom(file, { url, dataDir: directory, isReplacing: true })

    t.is(await database.findMark('one'), undefined)
  })
}

test('a backup says when, by which release and of what it was made', async (t) => {
  const url = await sqliteUrl(t)
  const file = join(await temporaryDirectory(t), 'backup')
  await openDatabase(t, url).write(recordsOf({ many: 1 }).batch)
  const before = Date.now()

  await backUpTo(file, url)

  const backup = await openBackup(file)
  t.teardown(() => backup.close())
  const { origin } = backup
  t.like(origin, { release: '0.1.0', engine: 'sqlite' })
  t.true(origin.madeAt >= before && origin.madeAt <= Date.now())
})
