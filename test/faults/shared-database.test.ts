import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqlite } from '../../store/sql/sqlite.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { mountSmallDisk, testWithDisks } from '../support/database/small-disk.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import type { WebmailClient } from '../support/http/webmail-client.ts'
import { again, lostOf, openStand, type Stand } from '../support/faults/servers.ts'

/** A Postern whose database is in a directory of its own, with one user signed in. */
async function openOver(t: ExecutionContext, directory: string) {
  const path = join(directory, 'shared', 'postern.db')
  await mkdir(dirname(path))
  const stand = await openStand(t, { database: { url: `sqlite:${path}` } })
  const { client } = await stand.signIn()
  await hasRowsOf(t, path, [client])
  return { stand, path, client }
}

async function hasRowsOf(t: ExecutionContext, path: string, clients: readonly WebmailClient[]) {
  const ids = clients.map((client) => client.cookies.get('postern_session') ?? '')
  const rows = await eventually(
    () => databaseRows(path, 'SELECT sess_id FROM session').catch(() => []),
    (found) => ids.every((id) => found.some((row) => row['sess_id'] === id)),
  )
  const stored = rows.map((row) => row['sess_id'])
  t.deepEqual(
    ids.filter((id) => !stored.includes(id)),
    [],
  )
}

/** Users sign in and read mail as if nothing were wrong. */
async function signsIn(t: ExecutionContext, stand: Stand, count: number) {
  const { clients, refusal } = await stand.signInUntilRefused(count)
  t.is(refusal, undefined, refusal?.text)
  await t.notThrowsAsync(Promise.all(clients.map((client) => client.list('INBOX'))))
  return clients
}

testWithDisks('a full disk under the database is met by nobody', async (t) => {
  const disk = await mountSmallDisk(t)
  const { stand, path, client } = await openOver(t, disk.path)

  await disk.fill()
  const clients = await signsIn(t, stand, 30)

  t.regex(await stand.errorLog(/\[13\]/), /DB Error: \[13\] database or disk is full \(SQL Query: /)
  t.is(await stand.reportCount('database behind: rows wait in the spool'), 1)
  await disk.free()
  await hasRowsOf(t, path, clients)
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
})

testWithDisks('a database that turned read-only is met by nobody', async (t) => {
  const disk = await mountSmallDisk(t)
  const { stand, path, client } = await openOver(t, disk.path)

  await disk.breakToReadOnly()
  const clients = await signsIn(t, stand, 10)

  t.regex(await stand.errorLog(/DB Error/), /DB Error: \[(8|10)\] /)
  t.is(await stand.reportCount('database behind: rows wait in the spool'), 1)
  t.is(await stand.postern().end(), 0)
  disk.repair()
  await stand.restart()
  await hasRowsOf(t, path, clients)
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
})

testWithDisks(
  'a Postern whose database is read-only at the start lets people in and signs nobody out',
  async (t) => {
    const disk = await mountSmallDisk(t)
    const { stand, path, client } = await openOver(t, disk.path)
    t.is(await stand.postern().end(), 0)
    disk.remountReadOnly()

    await stand.restart()
    const clients = await signsIn(t, stand, 5)

    const known = await again(stand, client)
    t.true(known.text.includes('"task":"mail"'), 'without Redis the spool keeps every session')
    t.regex(
      await stand.errorLog(/DB Error/),
      /DB Error: \[14\] unable to open database file \(SQL Query: \)/,
    )
    t.is(await stand.postern().end(), 0)
    disk.repair()
    await stand.restart()
    await hasRowsOf(t, path, clients)
  },
)

test.serial(
  'a database that is damaged under Postern is moved aside, and no one is signed out',
  async (t) => {
    const { stand, path, client } = await openOver(t, await temporaryDirectory(t))

    await damage(path)
    const clients = await signsIn(t, stand, 5)

    await eventually(
      () => readdir(dirname(path)),
      (names) => names.some((name) => name.startsWith('postern.db.corrupt-')),
    )
    await hasRowsOf(t, path, clients)
    t.is(await stand.reportCount('database damaged: moved aside, starting with an empty one'), 1)
    t.regex(await stand.errorLog(/DB Error/), /DB Error: \[(11|26)\] /)
    t.deepEqual(await lostOf(stand, [client, ...clients]), [])
  },
)

test.serial('a database that is damaged at the start is moved aside', async (t) => {
  const { stand, path } = await openOver(t, await temporaryDirectory(t))
  await stand.postern().end()
  await damage(path)

  await stand.restart()
  const clients = await signsIn(t, stand, 5)

  await hasRowsOf(t, path, clients)
  t.is(await stand.reportCount('database damaged: moved aside, starting with an empty one'), 1)
})

test.serial(
  'a database that is replaced by another file is opened again, and no one is signed out',
  async (t) => {
    const { stand, path, client } = await openOver(t, await temporaryDirectory(t))
    const backup = `${path}.backup`
    await copyDatabase(path, backup)

    for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
    await rename(backup, path)
    const clients = await signsIn(t, stand, 5)

    await hasRowsOf(t, path, [client, ...clients])
    t.is(await stand.reportCount('database file is gone or was replaced: opening it anew'), 1)
    t.deepEqual(await lostOf(stand, [client, ...clients]), [])
  },
)

test.serial('a directory that is removed with the database is waited for', async (t) => {
  const { stand, path, client } = await openOver(t, await temporaryDirectory(t))

  await rm(dirname(path), { recursive: true })
  const clients = await signsIn(t, stand, 5)

  t.regex(await stand.errorLog(/\[14\]/), /DB Error: \[14\] unable to open database file/)
  t.is(await stand.reportCount('database file is gone or was replaced: opening it anew'), 1)
  await mkdir(dirname(path))
  await hasRowsOf(t, path, clients)
  t.deepEqual(await lostOf(stand, [client, ...clients]), [])
})

test.serial('a directory that is missing at the start is waited for', async (t) => {
  const { stand, path } = await openOver(t, await temporaryDirectory(t))
  await stand.postern().end()
  await rm(dirname(path), { recursive: true })

  await stand.restart()
  const clients = await signsIn(t, stand, 5)

  t.regex(await stand.errorLog(/\[14\]/), /DB Error: \[14\] unable to open database file/)
  await mkdir(dirname(path))
  await hasRowsOf(t, path, clients)
})

/** What a failing disk leaves behind, seen by everybody who has the file open. */
async function damage(path: string): Promise<void> {
  const sqlite = await openSqlite({ path, busyTimeoutMs: 1_000 })
  await sqlite.run('PRAGMA user_version = 1')
  await sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  await sqlite.close()
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(16_384, 0xee), 0, 16_384, 0)
  await file.close()
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const sqlite = await openSqlite({ path: from, busyTimeoutMs: 1_000 })
  await sqlite.run(`VACUUM INTO '${to}'`)
  await sqlite.close()
}
