import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqlite } from '../../../store/sql/sqlite.ts'
import { userIdOf } from '../../../store/user/records.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  databaseRows,
  drained,
  newId,
  openTestStore,
  storePaths,
  until,
  recordSignIn,
} from '../fixture.ts'

async function openHere(t: ExecutionContext, directory?: string) {
  const index = directory ?? (await temporaryDirectory(t))
  const store = await openTestStore({ directory: index })
  t.teardown(() => store.close(0))
  return { directory: index, store, users: store.users }
}

test('the first sign-in makes the user, later ones find it', async (t) => {
  const { users } = await openHere(t)

  const first = await recordSignIn(users, 'anna', 'localhost')

  t.is(await recordSignIn(users, 'anna', 'localhost'), first)
  t.is((await users.find('anna', 'localhost'))?.userId, first)
})

test('ids differ by name and by host', async (t) => {
  const { users } = await openHere(t)

  const ids = await Promise.all([
    recordSignIn(users, 'anna', 'localhost'),
    recordSignIn(users, 'anna', 'mail.example.test'),
    recordSignIn(users, 'bert', 'localhost'),
  ])

  t.is(new Set(ids).size, 3)
})

test('sign-ins of one user at the same time get one id', async (t) => {
  const { users } = await openHere(t)

  const ids = await Promise.all(
    Array.from({ length: 20 }, () => recordSignIn(users, 'anna', 'localhost')),
  )

  t.is(new Set(ids).size, 1)
})

test('failures count from 1 and a success resets them', async (t) => {
  const { users } = await openHere(t)
  await recordSignIn(users, 'anna', 'localhost')

  await users.recordFailure('anna', 'localhost')
  t.is((await users.find('anna', 'localhost'))?.failedLoginCounter, 1)
  await users.recordFailure('anna', 'localhost')
  t.is((await users.find('anna', 'localhost'))?.failedLoginCounter, 2)
  t.truthy((await users.find('anna', 'localhost'))?.failedLoginAt)
  await recordSignIn(users, 'anna', 'localhost')
  t.is((await users.find('anna', 'localhost'))?.failedLoginCounter, 0)
})

test('a failure of an unknown user leaves nothing behind', async (t) => {
  const { directory, store, users } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')

  await users.recordFailure('nobody', 'localhost')

  t.is(await users.find('nobody', 'localhost'), undefined)
  await drained(store)
  t.deepEqual(await databaseRows(directory, 'SELECT * FROM users'), [])
})

test('the users table holds UTC text times', async (t) => {
  const { directory, store, users } = await openHere(t)
  const userId = await recordSignIn(users, 'anna', 'localhost')
  await users.recordFailure('anna', 'localhost')
  await drained(store)

  const [row] = await databaseRows(
    directory,
    'SELECT user_id, username, mail_host, last_login, failed_login, failed_login_counter FROM users',
  )

  t.like(row, {
    user_id: userId,
    username: 'anna',
    mail_host: 'localhost',
    failed_login_counter: 1,
  })
  t.regex(String(row?.['last_login']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  t.regex(String(row?.['failed_login']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('a first sign-in while the database is locked keeps its id', async (t) => {
  const { directory, store, users } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)

  const userId = await recordSignIn(users, 'anna', 'localhost')
  await lock.release()
  await drained(store)

  t.is(await recordSignIn(users, 'anna', 'localhost'), userId)
  t.deepEqual(await databaseRows(directory, 'SELECT user_id FROM users'), [{ user_id: userId }])
})

test('the row of another webmail keeps its id and is adopted', async (t) => {
  const { directory, store, users } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  await databaseRows(
    directory,
    "INSERT INTO users (user_id, username, mail_host, created) VALUES (7, 'anna', 'localhost', datetime('now'))",
  )

  await recordSignIn(users, 'anna', 'localhost')
  await until(async () => (await users.find('anna', 'localhost'))?.userId === 7)
  await drained(store)

  t.deepEqual(await databaseRows(directory, 'SELECT user_id, username FROM users'), [
    { user_id: 7, username: 'anna' },
  ])
})

test('a failure counts for a user only the database knows', async (t) => {
  const { directory, store, users } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  await databaseRows(
    directory,
    "INSERT INTO users (user_id, username, mail_host, created) VALUES (7, 'anna', 'localhost', datetime('now'))",
  )

  await users.recordFailure('anna', 'localhost')

  t.like(await users.find('anna', 'localhost'), { userId: 7, failedLoginCounter: 1 })
})

test('derived ids are positive safe integers and differ by attempt', (t) => {
  const ids = Array.from({ length: 1_000 }, (_, attempt) => userIdOf('anna', 'localhost', attempt))

  t.true(ids.every((id) => Number.isSafeInteger(id) && id > 0))
  t.is(new Set(ids).size, ids.length)
})

test('what an owner has set survives a restart and the loss of the spool', async (t) => {
  const { directory, store, users } = await openHere(t)
  await recordSignIn(users, 'anna', 'localhost')
  await users.saveSettings('anna', 'localhost', '{"trash":"Bin"}')
  await users.saveSettings('anna', 'localhost', '{"trash":"Papierkorb"}')
  await recordSignIn(users, 'anna', 'localhost')
  await drained(store)
  await store.close()

  const again = await openHere(t, directory)
  const afterRestart = await again.users.settings('anna', 'localhost')
  await again.store.close()
  await rm(join(storePaths(directory).dataDir, 'spool.db'))
  const afterLoss = await (await openHere(t, directory)).users.settings('anna', 'localhost')

  t.is(afterRestart, '{"trash":"Papierkorb"}')
  t.is(afterLoss, '{"trash":"Papierkorb"}')
})

test('what is set for a user who never signed in is there when they do, and counts as no sign-in', async (t) => {
  const { store, users } = await openHere(t)

  await users.saveSettings('anna', 'localhost', '{"trash":"Bin"}')
  await drained(store)
  const before = await users.find('anna', 'localhost')
  await recordSignIn(users, 'anna', 'localhost')

  t.is(before?.lastLoginAt, undefined)
  t.is(await users.settings('anna', 'localhost'), '{"trash":"Bin"}')
  t.is((await users.find('anna', 'localhost'))?.userId, before?.userId)
})

test('a spool of an earlier version takes what an owner sets', async (t) => {
  const { directory, store, users } = await openHere(t)
  await recordSignIn(users, 'anna', 'localhost')
  await drained(store)
  await store.close()
  const path = join(storePaths(directory).dataDir, 'spool.db')
  const sqlite = await openSqlite({ path, busyTimeoutMs: 200 })
  for (const column of ['settings', 'settings_ms']) {
    await sqlite.run(`ALTER TABLE user DROP COLUMN ${column}`)
  }
  await sqlite.close()

  const again = await openHere(t, directory)
  await again.users.saveSettings('anna', 'localhost', '{}')
  await drained(again.store)

  t.deepEqual(await databaseRows(directory, 'SELECT settings FROM postern_user'), [
    { settings: '{}' },
  ])
})

test('what an owner has set at one of several instances is known at the others, the latest counts', async (t) => {
  const directory = await temporaryDirectory(t)
  const { url } = storePaths(directory)
  const one = await openTestStore({ directory, isOneOfSeveral: true })
  t.teardown(() => one.close(0))
  const elsewhere = await temporaryDirectory(t)
  const other = await openTestStore({ directory: elsewhere, url, isOneOfSeveral: true })
  t.teardown(() => other.close(0))
  for (const { users } of [one, other]) await recordSignIn(users, 'anna', 'localhost')

  await one.users.saveSettings('anna', 'localhost', 'first')
  await drained(one)
  t.is(await other.users.settings('anna', 'localhost'), 'first')
  await other.users.saveSettings('anna', 'localhost', 'second')
  await drained(other)
  await recordSignIn(one.users, 'anna', 'localhost')
  await drained(one)

  t.is(await one.users.settings('anna', 'localhost'), 'second')
  t.is(await other.users.settings('anna', 'localhost'), 'second')
})
