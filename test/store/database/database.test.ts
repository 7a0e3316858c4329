import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Database } from '../../../store/database/database.ts'
import { parseDatabaseUrl } from '../../../store/database/connection/connection.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { SqlError } from '../../../store/database/sql-error.ts'
import type { SessionRow } from '../../../store/record/session.ts'
import { openSqlite } from '../../../store/sql/sqlite.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import type { DatabaseServer } from '../../support/database/server.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { storedSession } from '../cache/contract.ts'
import { newId, openTestDatabase } from '../fixture.ts'

/** Every engine runs the same facts; servers are started by the first test that needs them. */
const engines = {
  sqlite: sqliteUrl,
  mysql: shared(startMariadb),
  postgres: shared(startPostgres),
}

/** One server for the whole file: ids are random, so that tests do not meet each other's rows. */
function shared(start: () => Promise<DatabaseServer>): () => Promise<string> {
  let starting: Promise<DatabaseServer> | undefined
  test.after.always(async () => {
    await (await starting)?.stop()
  })
  return async () => (await (starting ??= start())).url
}

function open(t: ExecutionContext, url: string): Database {
  return openTestDatabase(t, url, {
    readLimitMs: RESPONSE_WAIT_LIMIT_MS,
    timeoutMs: RESPONSE_WAIT_LIMIT_MS,
  })
}

async function sqliteUrl(t: ExecutionContext): Promise<string> {
  return `sqlite:${join(await temporaryDirectory(t), 'postern.db')}`
}

const spooled = (session: SessionRow) => ({ seq: 1, queuedAt: 0, session })
const batchOf = (...sessions: readonly SessionRow[]) => ({
  sessions: sessions.map(spooled),
  ends: [],
  users: [],
  documents: [],
  personal: [],
})
const endOf = (id: string, expiresAt: number) => ({
  sessions: [],
  ends: [{ seq: 1, queuedAt: 0, id, version: 9, expiresAt }],
  users: [],
  documents: [],
  personal: [],
})

for (const [engine, urlOf] of Object.entries(engines)) {
  const openHere = async (t: ExecutionContext) => open(t, await urlOf(t))

  test.serial(`${engine}: a session is found as it was written`, async (t) => {
    const database = await openHere(t)
    const session = storedSession()

    await database.write(batchOf(session))

    t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
  })

  test.serial(`${engine}: nothing is known of a new id`, async (t) => {
    const database = await openHere(t)

    t.deepEqual(await database.findSession(newId()), { kind: 'none' })
  })

  test.serial(`${engine}: many ids requested at once get their own responses`, async (t) => {
    const database = await openHere(t)
    const sessions = Array.from({ length: 700 }, () => storedSession())
    await database.write(batchOf(...sessions))

    const findings = await Promise.all(sessions.map(({ id }) => database.findSession(id)))

    t.deepEqual(
      findings,
      sessions.map((session) => ({ kind: 'session' as const, session })),
    )
  })

  test.serial(`${engine}: a lower version does not replace a higher one`, async (t) => {
    const database = await openHere(t)
    const session = storedSession({ version: 5 })
    await database.write(batchOf(session))

    await database.write(batchOf({ ...session, version: 4, changedAt: 9_000, ip: '192.0.2.9' }))

    t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
  })

  test.serial(`${engine}: a later touch of the same version replaces an earlier one`, async (t) => {
    const database = await openHere(t)
    const session = storedSession({ changedAt: 2_000 })
    await database.write(batchOf(session))

    await database.write(batchOf({ ...session, changedAt: 1_000 }))
    t.like(await database.findSession(session.id), { session: { changedAt: 2_000 } })
    await database.write(batchOf({ ...session, changedAt: 3_000 }))
    t.like(await database.findSession(session.id), { session: { changedAt: 3_000 } })
  })

  test.serial(`${engine}: an ended id stays ended whatever is written later`, async (t) => {
    const database = await openHere(t)
    const session = storedSession()
    await database.write(batchOf(session))

    await database.write(endOf(session.id, Date.now() + 60_000))
    await database.write(batchOf({ ...session, version: 99 }))

    t.deepEqual(await database.findSession(session.id), { kind: 'ended' })
  })

  test.serial(`${engine}: the same batch written twice changes nothing`, async (t) => {
    const database = await openHere(t)
    const session = storedSession()
    const batch = { ...endOf(newId(), Date.now() + 60_000), sessions: [spooled(session)] }

    await database.write(batch)
    await database.write(batch)

    t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
  })

  test.serial(`${engine}: collection takes what is expired and leaves the rest`, async (t) => {
    const database = await openHere(t)
    const old = Array.from({ length: 5 }, () => storedSession({ expiresAt: Date.now() - 1 }))
    const stored = storedSession()
    await database.write(batchOf(...old, stored))

    t.is(await database.collect(3), 3)
    t.true((await database.collect(3)) >= 2)

    const findings = await Promise.all([...old, stored].map(({ id }) => database.findSession(id)))
    t.deepEqual(
      findings.map(({ kind }) => kind),
      ['none', 'none', 'none', 'none', 'none', 'session'],
    )
  })

  test.serial(
    `${engine}: a session of 1 MiB in every script comes back byte for byte`,
    async (t) => {
      const database = await openHere(t)
      const session = storedSession({ vars: "häß 邮件 📬 \\ ' % ? ".repeat(65_536) })
      t.true(Buffer.byteLength(session.vars) >= 1_048_576)

      await database.write(batchOf(session))

      t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
    },
  )

  test.serial(`${engine}: ends come in pages, by the time their mark expires`, async (t) => {
    const database = await openHere(t)
    const from = Date.now() + 600_000
    const [first = '', second = '', third = ''] = [newId(), newId(), newId()].sort()
    for (const end of [endOf(third, from), endOf(first, from), endOf(second, from)]) {
      await database.write(end)
    }
    const later = newId()
    await database.write(endOf(later, from + 1))

    const page = await database.endsAfter({ expiresAt: from, id: '' }, 2)
    const rest = await database.endsAfter(page.at(-1) ?? { expiresAt: 0, id: '' }, 2)

    t.deepEqual(
      [...page, ...rest].map(({ id }) => id),
      [first, second, third, later],
    )
  })

  test.serial(`${engine}: a user is found as it was written`, async (t) => {
    const database = await openHere(t)
    const username = newId()
    const user = {
      userId: Number.parseInt(username.slice(0, 12), 16),
      username,
      mailHost: 'localhost',
      lastLoginAt: 1_795_230_742_000,
      failedLoginAt: undefined,
      failedLoginCounter: 2,
      settings: { text: '{"trash":"Кошик"}', changedAt: 1_795_230_742_001 },
    }

    const users = [{ seq: 1, queuedAt: 0, createdAt: 1_795_230_742_000, user }]
    await database.write({ sessions: [], ends: [], users, documents: [], personal: [] })

    t.deepEqual(await database.findUser(username, 'localhost'), user)
    const older = { ...user, settings: { text: '{}', changedAt: 1_795_230_742_000 } }
    await database.write({
      sessions: [],
      ends: [],
      documents: [],
      personal: [],
      users: [{ seq: 2, queuedAt: 0, createdAt: 0, user: older }],
    })
    t.deepEqual(await database.findUser(username, 'localhost'), user)
    t.is(await database.findUser(username, 'mail.example.test'), undefined)
  })
}

test('a locked database is a fault with the engine code and SQL without values', async (t) => {
  const url = await sqliteUrl(t)
  const database = open(t, url)
  await database.write(batchOf(storedSession()))
  const lock = await lockDatabase(url.slice('sqlite:'.length))
  const session = storedSession()

  const error = await t.throwsAsync(database.write(batchOf(session)), {
    instanceOf: StoreUnavailable,
  })
  await lock.release()

  t.is(error.engineCode, '5')
  t.true(error.cause instanceof SqlError)
  t.false(JSON.stringify([error.message, String(error.cause), error.cause]).includes(session.id))
})

for (const [engine, urlOf] of Object.entries(engines)) {
  test(`${engine}: times of users are those of the database's clock, and read back as ours`, async (t) => {
    const url = await urlOf(t)
    const now = () => Date.now() + 3_600_000
    const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
    const fast = openTestDatabase(t, url, { ...limits, now })
    const right = open(t, url)
    const username = `clock-${newId()}`
    const user = {
      ...{ userId: Date.now(), username, mailHost: 'localhost', settings: undefined },
      ...{ lastLoginAt: now(), failedLoginAt: now(), failedLoginCounter: 1 },
    }

    await fast.write({
      ...batchOf(),
      users: [{ seq: 1, queuedAt: now(), createdAt: now(), user }],
    })
    const [ours, theirs] = [
      await fast.findUser(username, 'localhost'),
      await right.findUser(username, 'localhost'),
    ]

    const distance = (time: number | undefined, from: number) => Math.abs((time ?? 0) - from)
    t.true(distance(ours?.lastLoginAt, user.lastLoginAt) < 10_000)
    t.true(distance(theirs?.lastLoginAt, user.lastLoginAt - 3_600_000) < 10_000)
    t.true(distance(theirs?.failedLoginAt, user.failedLoginAt - 3_600_000) < 10_000)
  })
}

test('a row of ours that another program continues with lives as long as before, from then on', async (t) => {
  const url = await sqliteUrl(t)
  const database = open(t, url)
  const writtenAt = Date.now() - 700_000
  const [touched, left] = [1, 2].map((version) =>
    storedSession({ version, changedAt: writtenAt, expiresAt: writtenAt + 660_000 }),
  )
  if (touched === undefined || left === undefined) throw new Error('two sessions')
  await database.write(batchOf(touched, left))

  // As Roundcube's own handler does, which knows none of our columns.
  const sqlite = await openSqlite({ path: url.slice('sqlite:'.length), busyTimeoutMs: 5_000 })
  const update = "UPDATE session SET changed = datetime('now'), vars = 'eDs=' WHERE sess_id = ?"
  await sqlite.run(update, [touched.id])
  await sqlite.close()

  t.is(await database.collect(10), 1)
  t.deepEqual(await database.findSession(left.id), { kind: 'none' })
  const found = await database.findSession(touched.id)
  t.is(found.kind === 'session' && found.session.vars, 'eDs=')
  const livesMs = found.kind === 'session' ? found.session.expiresAt - Date.now() : 0
  t.true(livesMs > 600_000 && livesMs <= 662_000, `${livesMs}`)
})

test("`changed` of a session is the time of the database's clock", async (t) => {
  const url = await sqliteUrl(t)
  const now = () => Date.now() + 3_600_000
  const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS, now }
  const database = openTestDatabase(t, url, limits)

  await database.write(batchOf(storedSession({ changedAt: now() })))

  const sqlite = await openSqlite({ path: url.slice('sqlite:'.length), busyTimeoutMs: 200 })
  const [row] = await sqlite.all(
    `SELECT abs(julianday('now') - julianday(changed)) * 86400 < 10 AS is_near FROM session`,
  )
  await sqlite.close()
  t.is(row?.['is_near'], 1)
})

test('a read that waited in vain behind others for a lock names the lock and its own SQL', async (t) => {
  const url = await sqliteUrl(t)
  const path = url.slice('sqlite:'.length)
  // With this journal, as other programs make their files, a writer locks readers out.
  const sqlite = await openSqlite({ path, busyTimeoutMs: 200 })
  await sqlite.run('PRAGMA journal_mode = DELETE')
  await sqlite.run(
    'CREATE TABLE session (sess_id TEXT PRIMARY KEY, changed TEXT, ip TEXT, vars TEXT)',
  )
  await sqlite.close()
  const limits = { readLimitMs: 700, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
  const database = openTestDatabase(t, url, limits)
  await database.write(batchOf(storedSession()))
  const lock = await lockDatabase(path)

  const reads = Array.from({ length: 12 }, (_, n) => database.findUser(`user${n}`, 'localhost'))
  const faults = await Promise.all(reads.map((read) => t.throwsAsync(read)))
  await lock.release()

  for (const fault of faults) {
    t.true(fault instanceof StoreUnavailable && fault.cause instanceof SqlError)
    const { cause } = fault
    t.like(cause, { code: '5', text: 'database is locked' })
    t.regex(cause instanceof SqlError ? cause.sql : '', /^select .* from `users` where /)
  }
})

test('urls name their engine, and a wrong one is refused without repeating it', (t) => {
  t.deepEqual(parseDatabaseUrl('sqlite:./data/postern.db'), {
    dialect: 'sqlite',
    path: './data/postern.db',
  })
  t.is(parseDatabaseUrl('postgres://u:p@h/d').dialect, 'postgres')
  t.is(parseDatabaseUrl('mysql://u:p@h/d').dialect, 'mysql')
  const error = t.throws(() => parseDatabaseUrl('oracle://u:secret@h'), { instanceOf: TypeError })
  t.false(error.message.includes('secret'))
})
