import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkDatabase, checkSpool } from '../../../../../plugin/cli/doctor/checks/store.ts'
import { unobserved } from '../../../../../store/observer/observer.ts'
import { openSpool } from '../../../../../store/spool/spool.ts'
import { openSqlite } from '../../../../../store/sql/sqlite.ts'
import { lockDatabase } from '../../../../support/database/lock.ts'
import { startMariadb } from '../../../../support/database/mariadb.ts'
import { startPostgres } from '../../../../support/database/postgres.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function installation(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  await mkdir(join(directory, 'data'), { mode: 0o700 })
  return {
    patient: patientIn(directory),
    spoolPath: join(directory, 'data', 'spool.db'),
    databasePath: join(directory, 'postern.db'),
  }
}

function openedSpool(path: string) {
  return openSpool({
    path,
    copyPath: `${path}.copy`,
    reportDamage: () => undefined,
    maxQueuedWrites: 10,
    maxBytes: 1e9,
    maxDocuments: 10,
    observer: unobserved,
    now: Date.now,
    log,
  })
}

async function makeDatabase(path: string, journalMode: string): Promise<void> {
  const sqlite = await openSqlite({ path, busyTimeoutMs: 200 })
  await sqlite.all(`PRAGMA journal_mode = ${journalMode}`)
  await sqlite.run('CREATE TABLE session (sess_id TEXT)')
  await sqlite.close()
}

/** Valid in its header, nonsense in the page that lists the tables. */
async function makeDamaged(path: string): Promise<void> {
  await writeFile(
    path,
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_192, 0xee)]),
  )
}

test('a spool that is not there yet is a note', async (t) => {
  const { patient } = await installation(t)

  t.is((await findingOf(checkSpool, patient, 'spool.missing')).severity, 'note')
})

test('an empty spool is fine', async (t) => {
  const { patient, spoolPath } = await installation(t)
  await (await openedSpool(spoolPath)).close()

  t.is((await findingOf(checkSpool, patient, 'spool.empty')).severity, 'fine')
})

test('rows that wait in the spool of a stopped process are a note', async (t) => {
  const { patient, spoolPath } = await installation(t)
  const spool = await openedSpool(spoolPath)
  const id = 'a'.repeat(32)
  const expiresAt = Date.now() + 60_000
  await spool.endSession({ id, version: 1, expiresAt })
  await spool.saveDocument({ id, version: 1, body: '{}', expiresAt })
  await spool.personal.save([{ owner: id, kind: 'settings', id: 'x', version: 1, body: '{}' }])
  await spool.close()

  const finding = await findingOf(checkSpool, patient, 'spool.waiting')

  t.regex(finding.seen, /^3 rows/)
})

test('a spool someone else holds is an error', async (t) => {
  const { patient, spoolPath } = await installation(t)
  const spool = await openedSpool(spoolPath)
  t.teardown(() => spool.close())

  t.is((await findingOf(checkSpool, patient, 'spool.held')).severity, 'error')
})

test('a damaged spool is an error', async (t) => {
  const { patient, spoolPath } = await installation(t)
  await makeDamaged(spoolPath)

  t.is((await findingOf(checkSpool, patient, 'spool.damaged')).severity, 'error')
})

test('a database that is not there yet is a note, and is not made', async (t) => {
  const { patient } = await installation(t)

  t.is((await findingOf(checkDatabase, patient, 'database.missing')).severity, 'note')
  t.is((await findingOf(checkDatabase, patient, 'database.missing')).severity, 'note')
})

test('a sound database in WAL mode is fine', async (t) => {
  const { patient, databasePath } = await installation(t)
  await makeDatabase(databasePath, 'WAL')

  t.is((await findingOf(checkDatabase, patient, 'database.healthy')).severity, 'fine')
})

test('a database in another journal mode is a warning', async (t) => {
  const { patient, databasePath } = await installation(t)
  await makeDatabase(databasePath, 'DELETE')

  t.regex((await findingOf(checkDatabase, patient, 'database.journal')).seen, /mode delete/)
})

test('a database another program holds locked is a warning', async (t) => {
  const { patient, databasePath } = await installation(t)
  await makeDatabase(databasePath, 'DELETE')
  const lock = await lockDatabase(databasePath)
  t.teardown(() => lock.release())

  t.is((await findingOf(checkDatabase, patient, 'database.locked')).severity, 'warning')
})

test('a damaged database is an error', async (t) => {
  const { patient, databasePath } = await installation(t)
  await makeDamaged(databasePath)

  t.is((await findingOf(checkDatabase, patient, 'database.damaged')).severity, 'error')
})

test('a database server that answers is fine', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const config = { database: { url: server.url } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  t.is((await findingOf(checkDatabase, patient, 'database.answers')).severity, 'fine')
})

test('a database server that does not answer is an error, told without its password', async (t) => {
  const url = 'postgres://postern:secret-Zq9@127.0.0.1:1/postern'
  const patient = patientIn(await temporaryDirectory(t), { config: { database: { url } } })

  const finding = await findingOf(checkDatabase, patient, 'database.unreachable')

  t.is(finding.severity, 'error')
  t.false(JSON.stringify(finding).includes('secret-Zq9'))
})

for (const dialect of ['mysql', 'postgres']) {
  test(`a ${dialect} server that is not there is told in words`, async (t) => {
    const url = `${dialect}://postern@localhost:1/postern`
    const patient = patientIn(await temporaryDirectory(t), { config: { database: { url } } })

    const { seen, advice } = await findingOf(checkDatabase, patient, 'database.unreachable')

    t.regex(seen, /^the database at .*localhost:1.* refuses connections \(ECONNREFUSED\)$/)
    t.regex(advice ?? '', /start it.*database\.url/)
  })
}

test('a wrong password, and a database of others, are told in words', async (t) => {
  const server = await startMariadb()
  t.teardown(() => server.stop())
  const missing = new URL(server.url)
  missing.pathname = '/nowhere'
  const refused = new URL(server.url)
  refused.username = 'nobody'
  refused.password = 'secret-Zq9'
  const reported = async ({ href: url }: URL) => {
    const patient = patientIn(await temporaryDirectory(t), { config: { database: { url } } })
    return findingOf(checkDatabase, patient, 'database.unreachable')
  }

  t.regex((await reported(missing)).seen, /does not let this user into the database/)
  t.regex((await reported(refused)).seen, /refuses the user or the password/)
})

test('a database that does not exist is told in words', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = new URL(server.url)
  url.pathname = '/nowhere'
  const config = { database: { url: url.href } }
  const patient = patientIn(await temporaryDirectory(t), { config })

  const { seen } = await findingOf(checkDatabase, patient, 'database.unreachable')

  t.regex(seen, /has no database of that name/)
})
