import { copyFile, mkdir, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqlite } from '../../store/sql/sqlite.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startRedis } from '../support/redis/redis.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import type { WebmailClient } from '../support/http/webmail-client.ts'
import { lostOf, openStand } from '../support/faults/servers.ts'

/** Ways in which a file is destroyed while Postern has it open; `old` is a copy made before most signed in. */
const DESTRUCTIONS: Readonly<Record<string, (path: string, old: string) => Promise<void>>> = {
  'deleted with its journals': async (path) => {
    for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
  },
  'deleted without its journals': (path) => rm(path),
  'replaced by an empty file': async (path) => {
    await writeFile(`${path}.new`, '')
    await rename(`${path}.new`, path)
  },
  'replaced by an old copy': async (path, old) => {
    for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
    await rename(old, path)
  },
  'overwritten in place by an old copy': async (path, old) => {
    await writeBack(path)
    await copyFile(old, path)
  },
  'restored from an old copy by SQLite': async (path, old) => {
    const sqlite = await openSqlite({ path, busyTimeoutMs: 5_000 })
    await sqlite.run('ATTACH ? AS old', [old])
    // As a whole: what Postern writes back between two steps would be in the way of the next one.
    await sqlite.run('BEGIN IMMEDIATE')
    for (const table of [
      'session',
      'postern_session',
      'postern_session_ended',
      'users',
      'postern_document',
    ]) {
      await sqlite.run(`DELETE FROM ${table}`)
      await sqlite.run(`INSERT INTO ${table} SELECT * FROM old.${table}`)
    }
    await sqlite.run('COMMIT')
    await sqlite.close()
  },
  'truncated to nothing': async (path) => {
    await writeBack(path)
    await truncate(path, 0)
  },
  'truncated in the middle': async (path) => {
    await writeBack(path)
    await truncate(path, Math.floor((await readFile(path)).length / 2))
  },
  'overwritten with garbage': async (path) => {
    await writeBack(path)
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(16_384, 0xee), 0, 16_384, 0)
    await file.close()
  },
  'emptied by another program': async (path) => {
    const sqlite = await openSqlite({ path, busyTimeoutMs: 5_000 })
    await sqlite.run('DELETE FROM session')
    await sqlite.close()
  },
}

/** Noticed as another one is: at full length only. */
const LONG_ONLY: ReadonlySet<string> = new Set([
  'deleted without its journals',
  'replaced by an empty file',
  'overwritten in place by an old copy',
  'truncated to nothing',
  'truncated in the middle',
  'emptied by another program',
])
/** With Redis the way is the same but for what the cache adds. */
const SHORT_WITH_REDIS: ReadonlySet<string> = new Set(['deleted with its journals'])

for (const cache of ['no Redis', 'Redis'] as const) {
  for (const [how, destroy] of Object.entries(DESTRUCTIONS)) {
    if (!isLong && LONG_ONLY.has(how)) continue
    if (cache === 'Redis' && !isLong && !SHORT_WITH_REDIS.has(how)) continue
    test.serial(
      `a database ${how} gets the sessions of everybody again, and no one is signed out (${cache})`,
      async (t) => {
        const redis = cache === 'Redis' ? await startRedis() : undefined
        t.teardown(() => redis?.stop())
        const path = join(await temporaryDirectory(t), 'shared', 'postern.db')
        await mkdir(dirname(path))
        const stand = await openStand(t, {
          database: { url: `sqlite:${path}` },
          redis: redis === undefined ? null : { url: redis.url },
        })
        const { client: first } = await stand.signIn()
        await eventuallyStored(t, path, [first])
        await copyOf(path, `${path}.old`)
        const { clients } = await stand.signInUntilRefused(4)
        await eventuallyStored(t, path, clients)

        await destroy(path, `${path}.old`)
        await eventuallyStored(t, path, [first, ...clients])

        t.is((await stand.errorLog(DESTROYED)).match(DESTROYED_LINES)?.length, 1)
        await stand.postern().kill()
        // What only the cache still knew would be no proof.
        await redis?.flushAll()
        await stand.restart()
        t.deepEqual(await lostOf(stand, [first, ...clients]), [])
      },
    )
  }
}

test.serial('a user who signed out stays signed out when an old copy is restored', async (t) => {
  const path = join(await temporaryDirectory(t), 'shared', 'postern.db')
  await mkdir(dirname(path))
  const stand = await openStand(t, { database: { url: `sqlite:${path}` } })
  const { client } = await stand.signIn()
  const { client: other } = await stand.signIn()
  await eventuallyStored(t, path, [client, other])
  await copyOf(path, `${path}.old`)
  const cookies = new Map(client.cookies)
  await client.post('?_task=logout', { _token: client.token() })

  await rename(`${path}.old`, path)
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })

  await eventually(
    () => databaseRows(path, 'SELECT sess_id FROM postern_session_ended').catch(() => []),
    (rows) => rows.length > 0,
  )
  await stand.postern().kill()
  await stand.restart()
  t.is((await lostOf(stand, [{ ...client, cookies }])).length, 1)
  t.deepEqual(await lostOf(stand, [other]), [])
})

test.serial(
  'a database that was replaced while Postern was down gets everybody again',
  async (t) => {
    const path = join(await temporaryDirectory(t), 'shared', 'postern.db')
    await mkdir(dirname(path))
    const stand = await openStand(t, { database: { url: `sqlite:${path}` } })
    const { clients } = await stand.signInUntilRefused(4)
    await eventuallyStored(t, path, clients)
    await stand.postern().kill()
    for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })

    await stand.restart()

    await eventuallyStored(t, path, clients)
    t.is((await stand.errorLog(DESTROYED)).match(DESTROYED_LINES)?.length, 1)
    t.deepEqual(await lostOf(stand, clients), [])
  },
)

/** Damage that SQLite itself notices has its own words. */
const DESTROYED =
  /DB Error: \[(11|26|replaced)\] (the database lacks what was written to it|.*(malformed|not a database))/
const DESTROYED_LINES = new RegExp(DESTROYED, 'g')

/**
 * The file has the sessions of all of them, as another program reads it. Whole rows: of a file cut in the
 * middle the index alone may still be read.
 */
async function eventuallyStored(
  t: ExecutionContext,
  path: string,
  clients: readonly WebmailClient[],
): Promise<void> {
  const ids = clients.map((client) => client.cookies.get('postern_session') ?? '')
  const missing = await eventually(
    async () => {
      const rows = await databaseRows(path, 'SELECT sess_id, vars FROM session').catch(() => [])
      return ids.filter((id) => !rows.some((row) => row['sess_id'] === id))
    },
    (found) => found.length === 0,
  )
  t.deepEqual(missing, [])
}

async function copyOf(from: string, to: string): Promise<void> {
  const sqlite = await openSqlite({ path: from, busyTimeoutMs: 5_000 })
  await sqlite.run('VACUUM INTO ?', [to])
  await sqlite.close()
}

/** Everything is in the main file, so that damage to it is damage to the sessions. */
async function writeBack(path: string): Promise<void> {
  const sqlite = await openSqlite({ path, busyTimeoutMs: 5_000 })
  await sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  await sqlite.close()
}
