import { chown, copyFile, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openBackup } from '../../../store/backup/open-backup.ts'
import { BackupFault } from '../../../store/backup/fault.ts'
import { openSource } from '../../../store/backup/source.ts'
import { backupTables } from '../../../store/backup/tables.ts'
import { parseDatabaseUrl } from '../../../store/database/connection/connection.ts'
import { openSqlite, type Sqlite } from '../../../store/sql/sqlite.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { isRoot } from '../../support/database/server.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { storedSession } from '../cache/contract.ts'
import { backUpTo, missingIn, openDatabase, recordsOf, restoreFrom } from './stored.ts'

const asRoot = isRoot ? test : test.skip

/** A database with some records, closed, and where its backups go. */
async function openStored(t: ExecutionContext, many = 20) {
  const path = join(await temporaryDirectory(t), 'postern.db')
  const url = `sqlite:${path}`
  const records = recordsOf({ many })
  const database = openDatabase(t, url)
  await database.write(records.batch)
  await database.close()
  const directory = await temporaryDirectory(t)
  return { path, url, records, directory, file: join(directory, 'backup') }
}

async function changed(path: string, change: (sqlite: Sqlite) => Promise<void>): Promise<void> {
  const sqlite = await openSqlite({ path, busyTimeoutMs: 0 })
  await change(sqlite)
  await sqlite.close()
}

test.serial('no one else can read a backup, whatever the umask is', async (t) => {
  const { url, file, directory } = await openStored(t)
  const before = process.umask(0)
  t.teardown(() => void process.umask(before))

  await backUpTo(file, url)

  t.is((await stat(file)).mode & 0o777, 0o600)
  t.deepEqual(await readdir(directory), ['backup'])
})

test('a file that is there is not replaced by a backup', async (t) => {
  const { url, file, directory } = await openStored(t)
  await writeFile(file, 'mine')

  await t.throwsAsync(backUpTo(file, url), { instanceOf: BackupFault, message: /is there already/ })

  t.is(await readFile(file, 'utf8'), 'mine')
  t.deepEqual(await readdir(directory), ['backup'])
})

test('a backup that someone else is writing is left to them', async (t) => {
  const { url, file } = await openStored(t)
  await writeFile(`${file}.unfinished`, 'theirs')

  await t.throwsAsync(backUpTo(file, url), { message: /another backup is being written/ })

  t.is(await readFile(`${file}.unfinished`, 'utf8'), 'theirs')
})

test('a backup that is broken off leaves nothing behind', async (t) => {
  const { url, file, directory } = await openStored(t)

  await t.throwsAsync(backUpTo(file, url, AbortSignal.abort(new Error('over'))), {
    message: 'over',
  })

  t.deepEqual(await readdir(directory), [])
})

test('a database that is not there is said and not made', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, 'none.db')

  await t.throwsAsync(backUpTo(join(directory, 'backup'), `sqlite:${path}`), {
    message: `${path} is not there: Postern has not written to it yet`,
  })

  t.deepEqual(await readdir(directory), [])
})

test('who writes does not wait for a backup that reads', async (t) => {
  const { path, url, directory } = await openStored(t)
  const source = await openSource(parseDatabaseUrl(url), {
    ...{ directory, timeoutMs: WAIT_LIMIT_MS, signal: new AbortController().signal },
  })
  t.teardown(() => source.close())

  const counts = await source.atOneMoment(async ({ knex }) => {
    const count = () => knex('session').count('* as rows')
    const before = await count()
    await changed(path, (sqlite) => sqlite.run('DELETE FROM session'))
    return [before, await count()]
  })

  t.deepEqual(counts, [[{ rows: 20 }], [{ rows: 20 }]])
})

test('a database that is not in WAL mode is backed up while another program holds it locked', async (t) => {
  const { path, url, records, directory, file } = await openStored(t)
  await changed(path, (sqlite) => sqlite.run('PRAGMA journal_mode = DELETE'))
  const lock = await lockDatabase(path)
  t.teardown(() => lock.release())

  await backUpTo(file, url)

  t.deepEqual(await readdir(directory), ['backup'])
  const restored = `sqlite:${join(directory, 'restored.db')}`
  await restoreFrom(file, { url: restored, dataDir: directory })
  t.deepEqual(await missingIn(openDatabase(t, restored), records), [])
})

asRoot('a backup by root leaves no file of root beside the database', async (t) => {
  const { path, url, file } = await openStored(t)
  await chown(path, 65_534, 65_533)
  const directory = join(path, '..')

  await backUpTo(file, url)

  t.deepEqual(await readdir(directory), ['postern.db'])
  const { uid, gid } = await stat(path)
  t.deepEqual([uid, gid], [65_534, 65_533])
})

asRoot(
  'what a restore by root makes belongs to the service, in WAL mode and private',
  async (t) => {
    const { url, file, directory } = await openStored(t)
    await backUpTo(file, url)
    const path = join(directory, 'data', 'postern.db')
    const owner = { uid: 65_534, gid: 65_533 }

    await restoreFrom(file, { url: `sqlite:${path}`, dataDir: directory, owner })

    const made = await stat(path)
    const above = await stat(join(path, '..'))
    t.deepEqual([made.uid, made.gid, made.mode & 0o777], [65_534, 65_533, 0o600])
    t.deepEqual([above.uid, above.gid, above.mode & 0o777], [65_534, 65_533, 0o700])
    t.deepEqual(await readdir(join(directory, 'data')), ['postern.db'])
    const sqlite = await openSqlite({ path, busyTimeoutMs: 0 })
    t.teardown(() => sqlite.close())
    t.deepEqual(await sqlite.all('PRAGMA journal_mode'), [{ journal_mode: 'wal' }])
  },
)

/** What may have become of a backup, and what is said of it. */
const damages: Readonly<Record<string, readonly [(file: string) => Promise<void>, RegExp]>> = {
  'with a row that was changed': [
    (file) => changed(file, (sqlite) => sqlite.run("UPDATE session SET ip = '192.0.2.66'")),
    /is damaged: session is not as it was written/,
  ],
  'with a row that was removed': [
    (file) => changed(file, (sqlite) => sqlite.run('DELETE FROM session WHERE rowid = 3')),
    /is damaged: session is not as it was written/,
  ],
  'that was cut': [
    async (file) => writeFile(file, (await readFile(file)).subarray(0, 20_000)),
    /is damaged: /,
  ],
  'that is something else': [
    (file) => writeFile(file, 'something else'.repeat(1_000)),
    /is not a backup of Postern/,
  ],
  'that is another database': [
    (file) => changed(file, (sqlite) => sqlite.run('DROP TABLE postern_backup')),
    /is not a backup of Postern/,
  ],
  'of a later format': [
    (file) =>
      changed(file, (sqlite) =>
        sqlite.run("UPDATE postern_backup SET value = '2' WHERE name = 'format'"),
      ),
    /is of format 2, made by release 0\.1\.0: this release reads format 1/,
  ],
}

for (const [what, [damage, message]] of Object.entries(damages)) {
  test(`a backup ${what} is not restored`, async (t) => {
    const { url, file } = await openStored(t)
    await backUpTo(file, url)
    await damage(file)

    await t.throwsAsync(openBackup(file), { instanceOf: BackupFault, message })
  })
}

test('a backup with a column that this release does not know is not restored', async (t) => {
  const { path, url, file, directory } = await openStored(t)
  await changed(path, (sqlite) => sqlite.run('ALTER TABLE postern_personal ADD COLUMN more TEXT'))
  await backUpTo(file, url)

  await t.throwsAsync(restoreFrom(file, { url: `sqlite:${path}.new`, dataDir: directory }), {
    message: 'this release knows no postern_personal.more: restore it with release 0.1.0',
  })

  t.deepEqual(await readdir(join(path, '..')), ['postern.db'], 'the database it made is gone again')
})

test('a restore that fails leaves rows and spool as they were', async (t) => {
  const { path, url, records, file, directory } = await openStored(t)
  await backUpTo(file, url)
  await changed(path, (sqlite) =>
    sqlite.run(
      "CREATE TRIGGER refuse BEFORE INSERT ON postern_personal BEGIN SELECT RAISE(ABORT, 'no'); END",
    ),
  )
  await writeFile(join(directory, 'spool.db'), 'spool')
  const target = { url, dataDir: directory, isReplacing: true }

  await t.throwsAsync(restoreFrom(file, target), { name: 'StoreUnavailable' })

  t.deepEqual(await missingIn(openDatabase(t, url), records), [])
  t.deepEqual(await readdir(directory), ['backup', 'spool.db'])
})

test('a restore moves the spool aside, with all that would bring a newer state back', async (t) => {
  const { path, url, file, directory } = await openStored(t)
  await backUpTo(file, url)
  const names = ['spool.db', 'spool.db-wal', 'spool-copy.db', 'journal-0.log', 'clock.json']
  for (const name of names) await copyFile(path, join(directory, name))

  const outcome = await restoreFrom(file, { url, dataDir: directory, isReplacing: true })

  const moved = outcome.kind === 'restored' ? outcome.movedAside : []
  const shown = moved.map((one) => one.slice(directory.length + 1).replace(/\d{13}/, 'MS'))
  t.deepEqual(shown, [
    'journal-0.log.before-restore-MS',
    'spool-copy.db.before-restore-MS',
    'spool.db.before-restore-MS',
    'spool.db.before-restore-MS-wal',
  ])
  t.deepEqual(
    (await readdir(directory)).filter((name) => !name.includes('before-restore')),
    ['backup', 'clock.json'],
  )
})

test('a database of an earlier release is not backed up in part', async (t) => {
  const { path, url, file } = await openStored(t)
  await changed(path, (sqlite) => sqlite.run('DROP TABLE postern_session'))

  await t.throwsAsync(backUpTo(file, url), { message: /has no tables of this release/ })
})

test('a backup of a database without rows is one', async (t) => {
  const { path, url, file } = await openStored(t, 0)
  await changed(path, async (sqlite) => {
    for (const { name } of backupTables) await sqlite.run(`DELETE FROM ${name}`)
  })

  const counts = await backUpTo(file, url)

  t.true(counts.every(({ rows }) => rows === 0))
  await (await openBackup(file)).close()
})

test('documents that are large are read a few at a time', async (t) => {
  const path = join(await temporaryDirectory(t), 'postern.db')
  const url = `sqlite:${path}`
  const file = `${path}.backup`
  const body = 'x'.repeat(1024 * 1024)
  const records = recordsOf({ many: 0 })
  const personal = Array.from({ length: 40 }, (_, index) => ({
    ...{ seq: 1, queuedAt: 0 },
    personal: { owner: records.owner, kind: 'picture', id: `p${index}`, version: 1, body },
  }))
  const session = { seq: 1, queuedAt: 0, session: storedSession() }
  await openDatabase(t, url).write({ ...records.batch, sessions: [session], personal })

  await backUpTo(file, url)

  const backup = await openBackup(file)
  t.teardown(() => backup.close())
  const table = backup.tables.find(({ name }) => name === 'postern_personal')
  const sizes: number[] = []
  if (table !== undefined) for await (const page of backup.rows(table)) sizes.push(page.length)
  t.is(
    sizes.reduce((sum, size) => sum + size, 0),
    40,
  )
  t.true(
    sizes.every((size) => size <= 8),
    sizes.join(' '),
  )
})

test('a file that cannot be written says so', async (t) => {
  const { url, directory } = await openStored(t)
  const none = join(directory, 'none', 'backup')

  await t.throwsAsync(backUpTo(none, url), { code: 'ENOENT' })
  await t.throwsAsync(open(none), { code: 'ENOENT' })
})
