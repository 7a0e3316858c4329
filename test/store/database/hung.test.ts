import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { connectDatabase } from '../../../store/database/connection/connect.ts'
import { parseDatabaseUrl } from '../../../store/database/connection/connection.ts'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Store } from '../../../store/store.ts'
import { databaseFault } from '../../../store/database/sql-error.ts'
import type { DatabaseServer } from '../../support/database/server.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import {
  makeDirectory,
  removeDirectory,
  temporaryDirectory,
} from '../../support/process/temporary-directory.ts'
import { drained, newId, openTestStore, until } from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** Short, so that a test sees several of them pass. */
const limits = { databaseReadMs: 300, databaseTimeoutMs: 1_000 }

const starts = { mysql: startMariadb, postgres: startPostgres }

/**
 * One server per engine for the whole file: ids are random, so that tests do not meet each other's rows.
 * The tables are there, since a busy machine may take longer than the limits to make them.
 */
const servers = new Map<string, DatabaseServer>()
test.before(async () => {
  const directory = await makeDirectory('tables')
  for (const [engine, start] of Object.entries(starts)) {
    const server = await start()
    servers.set(engine, server)
    const store = await openTestStore({ directory: join(directory, engine), url: server.url })
    await store.sessions.save(newId(), {}, '192.0.2.7')
    await drained(store)
    await store.close()
  }
  await removeDirectory(directory)
})
test.after.always(() => Promise.all([...servers.values()].map((server) => server.stop())))

function serverOf(t: ExecutionContext, engine: keyof typeof starts): DatabaseServer {
  const server = servers.get(engine)
  if (server === undefined) throw new Error(`${engine} did not start`)
  // Also after a test that failed.
  t.teardown(() => {
    server.resume()
  })
  return server
}

for (const engine of ['mysql', 'postgres'] as const) {
  const open = async (t: ExecutionContext) => {
    const server = serverOf(t, engine)
    const opened = await openOver(t, server)
    await opened.store.sessions.save(newId(), {}, '192.0.2.7')
    await healthy(opened.store)
    return { server, ...opened }
  }

  test.serial(
    `${engine}: a server that hangs keeps no one waiting and gets all of it later`,
    async (t) => {
      const { server, store, reports, log } = await open(t)
      const known = newId()
      await store.sessions.save(known, { user_id: '1' }, '192.0.2.7')
      await healthy(store)
      // A busy machine may have been behind before.
      log.messages.splice(0)

      server.pause()
      const ids = Array.from({ length: 500 }, newId)
      await Promise.all(ids.map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7')))
      await until(async () => (await store.health()).databaseError === 'timeout')
      const found = await Promise.all(ids.map((id) => store.sessions.load(id)))
      t.true(found.every((record, at) => record?.variables['user_id'] === ids[at]))
      t.truthy(await store.sessions.load(known))
      t.is(reports[0]?.code, 'timeout')

      server.resume()
      await healthy(store)
      t.deepEqual(
        log.messages.filter((message) => message.startsWith('database')),
        ['database behind: rows wait in the spool', 'database reachable again'],
      )
    },
  )

  test.serial(
    `${engine}: who is known nowhere else gets no response from a server that hangs, never a wrong one`,
    async (t) => {
      const { server, store } = await open(t)
      server.pause()

      const outcomes = await Promise.allSettled(
        Array.from({ length: 1_000 }, () => store.sessions.load(newId())),
      )
      server.resume()

      t.true(
        outcomes.every(
          (outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable,
        ),
      )
      const responses: unknown[] = []
      await until(() =>
        store.sessions.load(newId()).then(
          (response) => responses.push(response) > 0,
          () => false,
        ),
      )
      t.deepEqual(responses, [undefined])
    },
  )

  test.serial(
    `${engine}: a store stops in its time while the server hangs, and loses nothing`,
    async (t) => {
      const { server, store, directory } = await open(t)
      server.pause()
      const id = newId()
      await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

      await store.close(200)
      // What was destroyed is closed a turn of the loop later.
      await until(() => openSockets().length === 0)
      t.deepEqual(openSockets(), [])

      const { store: next } = await openOver(t, server, directory)
      t.truthy(await next.sessions.load(id))
      server.resume()
      await drained(next)
    },
  )

  test.serial(`${engine}: a store starts and serves while the server hangs`, async (t) => {
    const server = serverOf(t, engine)
    server.pause()

    const { store, reports } = await openOver(t, server)
    const id = newId()
    await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

    t.truthy(await store.sessions.load(id))
    await until(() => reports.length > 0)
    t.is(reports[0]?.code, 'timeout')
    server.resume()
    await drained(store)
  })

  test.serial(
    `${engine}: statements that wait for a lock do not pile up in the server`,
    async (t) => {
      const { server, store, refusals } = await open(t)
      const other = connectDatabase(parseDatabaseUrl(server.url), {
        busyTimeoutMs: 0,
        acquireTimeoutMs: 2_000,
        statementTimeoutMs: 0,
      })
      t.teardown(() => other.close())
      const transaction = await other.knex.transaction()
      await transaction.raw(locks[engine].take)

      await store.sessions.save(newId(), {}, '192.0.2.7')
      await until(() => refusals.length >= 6)
      const [waiting] = await rowsOf(other.knex.raw(locks[engine].countWaiting))
      await transaction.rollback()

      t.true(Number(waiting?.['waiting']) <= 3)
      await drained(store)
    },
  )
}

test.serial('postgres: a connection given up by the driver itself is a timeout too', async (t) => {
  const server = serverOf(t, 'postgres')
  server.pause()
  const connection = connectDatabase(parseDatabaseUrl(server.url), {
    busyTimeoutMs: 0,
    acquireTimeoutMs: 300,
    statementTimeoutMs: 0,
  })
  t.teardown(() => connection.close())
  const query = async () => {
    const error = await t.throwsAsync(rowsOf(connection.knex.raw('SELECT 1')))
    return databaseFault(error, '')
  }

  // The pool gives the first one up; then the driver fails, and with it who waits next.
  const faults = [await query(), await query()]

  t.regex(String(faults[1]?.cause), /timeout expired/)
  t.deepEqual(
    faults.map(({ engineCode }) => engineCode),
    ['timeout', 'timeout'],
  )
})

const locks = {
  mysql: {
    take: 'SELECT * FROM session FOR UPDATE',
    countWaiting: `SELECT count(*) AS waiting FROM information_schema.processlist
                   WHERE command = 'Query' AND info LIKE 'INSERT%'`,
  },
  postgres: {
    take: 'LOCK TABLE session IN ACCESS EXCLUSIVE MODE',
    countWaiting: "SELECT count(*) AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
  },
} as const

const rowsResponse = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** mysql2 answers a pair, pg an object. */
async function rowsOf(query: PromiseLike<unknown>): Promise<z.output<typeof rowsResponse>['rows']> {
  const response = await query
  const rows: unknown = Array.isArray(response) ? response[0] : undefined
  return rowsResponse.parse(Array.isArray(response) ? { rows } : response).rows
}

async function openOver(t: ExecutionContext, server: DatabaseServer, over?: string) {
  const directory = over ?? (await temporaryDirectory(t))
  const reports: DatabaseErrorReport[] = []
  const refusals: string[] = []
  const log = memoryLog()
  const { url } = server
  const store = await openTestStore({ directory, url, limits, reports, refusals, log })
  t.teardown(() => store.close(0))
  return { store, directory, reports, refusals, log }
}

/** Resolves when the database has everything, and the last attempt to write there went well. */
async function healthy(store: Store): Promise<void> {
  await drained(store)
  await until(async () => (await store.health()).databaseError === undefined)
}

/** Connections of this process that no one closed. */
function openSockets(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'))
}
