import test from 'ava'
import type { ExecutionContext } from 'ava'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { openStore } from '../../../store/open-store.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  databaseRows,
  drained,
  keys,
  lifetimes,
  movableClock,
  newId,
  openTestStore,
  storePaths,
  until,
  recordSignIn,
} from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

async function openHere(
  t: ExecutionContext,
  more: Omit<Parameters<typeof openTestStore>[0], 'directory'> = {},
) {
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory, ...more })
  t.teardown(() => store.close(0))
  return { directory, store }
}

test('a created session is loaded as it was created, and saved again under its times', async (t) => {
  const { store } = await openHere(t)
  const id = newId()

  const created = await store.sessions.create(id, { temp: true }, '192.0.2.7')
  const saved = await store.sessions.save(id, { language: 'en_US' }, '192.0.2.7')

  t.deepEqual(await store.sessions.load(id), saved)
  t.is(saved.createdAt, created.createdAt)
  t.true(saved.version > created.version)
})

test('a saved session is loaded as it was saved', async (t) => {
  const { store } = await openHere(t)
  const id = newId()

  const saved = await store.sessions.save(id, { temp: true, language: 'en_US' }, '192.0.2.7')

  t.deepEqual(await store.sessions.load(id), saved)
  t.deepEqual(saved.variables, { temp: true, language: 'en_US' })
})

test('an id that is none of ours is no session', async (t) => {
  const { store } = await openHere(t)

  t.is(await store.sessions.load(newId()), undefined)
  t.is(await store.sessions.load('../../etc/passwd'), undefined)
})

test('a session outlives a restart before it was drained', async (t) => {
  const { directory, store } = await openHere(t)
  const id = newId()
  await store.sessions.save(id, { user_id: '7' }, '192.0.2.7')
  await store.close(0)

  const next = await openTestStore({ directory })
  t.teardown(() => next.close(0))

  t.deepEqual((await next.sessions.load(id))?.variables, { user_id: '7' })
})

test('a drained session is read back from the database with its times', async (t) => {
  const { directory, store } = await openHere(t)
  const id = newId()
  const saved = await store.sessions.save(id, { user_id: '7' }, '192.0.2.7')
  await drained(store)
  await store.close()

  const next = await openTestStore({ directory })
  t.teardown(() => next.close(0))

  t.deepEqual(await next.sessions.load(id), saved)
})

test('the session table holds base64 of the PHP format and UTC text times', async (t) => {
  const { directory, store } = await openHere(t)
  const id = newId()
  const saved = await store.sessions.save(id, { temp: true, language: 'en_US' }, '192.0.2.7')
  await drained(store)

  const [row] = await databaseRows(directory, 'SELECT sess_id, vars, ip, changed FROM session')

  t.deepEqual(row, {
    sess_id: id,
    vars: Buffer.from('temp|b:1;language|s:5:"en_US";').toString('base64'),
    ip: '192.0.2.7',
    changed: new Date(saved.changedAt).toISOString().slice(0, 19).replace('T', ' '),
  })
})

test('a session written by another program is read', async (t) => {
  const { directory, store } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const id = newId()
  const vars = Buffer.from('user_id|i:1;username|s:4:"anna";').toString('base64')
  await databaseRows(
    directory,
    `INSERT INTO session (sess_id, vars, ip, changed) VALUES ('${id}', '${vars}', '192.0.2.9', datetime('now'))`,
  )

  const record = await store.sessions.load(id)

  t.deepEqual(record?.variables, { user_id: 1, username: 'anna' })
  t.is(record?.ip, '192.0.2.9')
})

test('an idle session is deleted, and so is one that is used beyond the absolute lifetime', async (t) => {
  const clock = movableClock()
  const { store } = await openHere(t, { now: clock.now })
  const [idle, busy] = [newId(), newId()]
  await store.sessions.save(idle, { user_id: '1' }, '192.0.2.7')
  await store.sessions.save(busy, { user_id: '2' }, '192.0.2.7')

  for (let hour = 0; hour < 24; hour += 1) {
    t.is((await store.sessions.load(busy)) !== undefined, true)
    clock.move(1_799_000)
    await store.sessions.load(busy)
    await store.sessions.save(busy, { user_id: '2' }, '192.0.2.7')
  }
  clock.move(60_000)

  t.is(await store.sessions.load(idle), undefined)
  t.is(await store.sessions.load(busy), undefined)
})

test('a session before sign-in has the short lifetime', async (t) => {
  const clock = movableClock()
  const { store } = await openHere(t, { now: clock.now })
  const id = newId()
  await store.sessions.save(id, { temp: true }, '192.0.2.7')

  clock.move(540_000)
  t.truthy(await store.sessions.load(id))
  clock.move(60_001)
  t.is(await store.sessions.load(id), undefined)
})

test('a touch keeps a session from idling, in the database too', async (t) => {
  const clock = movableClock()
  const { directory, store } = await openHere(t, { now: clock.now })
  const id = newId()
  const saved = await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')
  await drained(store)
  clock.move(1_700_000)
  const rows = () => databaseRows(directory, 'SELECT changed_ms, version FROM postern_session')

  store.sessions.touch(id)
  await until(async () => {
    const [row] = await rows()
    return Number(row?.['changed_ms']) >= saved.changedAt + 1_700_000
  })
  clock.move(200_000)

  t.truthy(await store.sessions.load(id))
  const [row] = await rows()
  t.is(row?.['version'], saved.version)
})

test('touches within the touch time write nothing', async (t) => {
  const { store } = await openHere(t)
  const id = newId()
  const saved = await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

  for (let count = 0; count < 100; count += 1) store.sessions.touch(id)

  t.is((await store.sessions.load(id))?.changedAt, saved.changedAt)
})

test('a logged-out session never comes back by a late write', async (t) => {
  const { directory, store } = await openHere(t)
  const id = newId()
  await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

  const racing = [
    store.sessions.save(id, { user_id: '1', page: 1 }, '192.0.2.7'),
    store.sessions.destroy(id),
    store.sessions.save(id, { user_id: '1', page: 2 }, '192.0.2.7'),
  ]
  await Promise.all(racing)
  await store.sessions.save(id, { user_id: '1', page: 3 }, '192.0.2.7')
  store.sessions.touch(id)

  t.is(await store.sessions.load(id), undefined)
  await drained(store)
  await store.close()
  t.deepEqual(await databaseRows(directory, 'SELECT * FROM session'), [])
  const next = await openTestStore({ directory })
  t.teardown(() => next.close(0))
  t.is(await next.sessions.load(id), undefined)
})

test('a late write of another process loses against the tombstone in the database', async (t) => {
  const { directory, store } = await openHere(t)
  const id = newId()
  await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')
  await drained(store)
  const other = await openOther(t, directory)
  t.truthy(await other.sessions.load(id))
  await store.sessions.destroy(id)
  await drained(store)

  await other.sessions.save(id, { user_id: '1', page: 2 }, '192.0.2.7')
  await drained(other)

  t.deepEqual(await databaseRows(directory, 'SELECT * FROM session'), [])
})

/** A second process in all but name: a private directory of its own, the same shared database. */
async function openOther(t: ExecutionContext, directory: string) {
  const other = await openStore({
    dataDir: await temporaryDirectory(t),
    database: { url: storePaths(directory).url },
    redis: null,
    lifetimes,
    keys,
    now: Date.now,
    random: Math.random,
    log: memoryLog(),
    reportDatabaseError: () => undefined,
  })
  t.teardown(() => other.close(0))
  return other
}

test('a second process is refused the spool', async (t) => {
  const { directory } = await openHere(t)

  const error = await t.throwsAsync(openTestStore({ directory }), { instanceOf: StoreUnavailable })

  t.is(error.store, 'spool')
  t.is(error.engineCode, '5')
})

test('no one else can read the spool', async (t) => {
  const { directory, store } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')

  for (const suffix of ['', '-wal']) {
    const { mode } = await stat(`${storePaths(directory).dataDir}/spool.db${suffix}`)
    t.is(mode & 0o077, 0)
  }
})

test('a database file that is deleted is made again and gets the users again', async (t) => {
  const { directory, store } = await openHere(t)
  await recordSignIn(store.users, 'anna', 'localhost')
  await drained(store)
  const { databasePath } = storePaths(directory)
  for (const suffix of ['', '-wal', '-shm']) await rm(databasePath + suffix, { force: true })

  await store.sessions.save(newId(), { user_id: '1' }, '192.0.2.7')
  await drained(store)

  t.is((await databaseRows(directory, 'SELECT * FROM session')).length, 1)
  t.is((await databaseRows(directory, 'SELECT * FROM users')).length, 1)
})

/** A store over a database whose first pages were overwritten while no Postern ran. */
async function openOverDamage(t: ExecutionContext) {
  const [log, reports]: [ReturnType<typeof memoryLog>, DatabaseErrorReport[]] = [memoryLog(), []]
  const { directory, store } = await openHere(t, { log })
  await store.sessions.save(newId(), { user_id: '1' }, '192.0.2.7')
  await drained(store)
  await store.close()
  const { databasePath } = storePaths(directory)
  const bytes = await readFile(databasePath)
  await writeFile(databasePath, bytes.fill(0xa5, 0, Math.min(bytes.length, 8192)))

  const next = await openTestStore({ directory, log, reports })
  t.teardown(() => next.close(0))
  return { directory, store: next, log, codes: () => reports.map(({ code }) => code) }
}

test('a damaged database file is moved aside and a new one started', async (t) => {
  const { directory, store, log, codes } = await openOverDamage(t)

  const fresh = newId()
  await store.sessions.save(fresh, { user_id: '2' }, '192.0.2.7')
  await drained(store)

  t.true(log.messages.some((message) => message.startsWith('database damaged')))
  t.deepEqual(codes(), ['26'])
  t.deepEqual((await store.sessions.load(fresh))?.variables, { user_id: '2' })
  // The spool still had the session of the damaged file.
  t.is((await databaseRows(directory, 'SELECT * FROM session')).length, 2)
})

test('damage is told also when a question meets it that can do without the response', async (t) => {
  const { store, codes } = await openOverDamage(t)

  await store.users.recordFailure('anna', 'localhost')

  t.deepEqual(codes(), ['26'])
})

test('garbage collection removes what is past its time from database and spool', async (t) => {
  const clock = movableClock()
  const limits = { collectEveryMs: 50 }
  const { directory, store } = await openHere(t, { now: clock.now, limits })
  for (let count = 0; count < 450; count += 1) {
    void store.sessions.save(newId(), { temp: true }, '192.0.2.7')
  }
  const stored = newId()
  await store.sessions.save(stored, { user_id: '1' }, '192.0.2.7')
  await drained(store)

  clock.move(700_000)

  await until(async () => {
    const rows = await databaseRows(directory, 'SELECT sess_id FROM session')
    return rows.length === 1 && rows[0]?.['sess_id'] === stored
  })
  t.truthy(await store.sessions.load(stored))
})
