import test from 'ava'
import { databaseRefused, outsideRequest } from '../../../plugin/log/lines.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { storedSession } from '../cache/contract.ts'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { drained, newId, openTestDatabase, openTestStore, until } from '../fixture.ts'

const startedAt = Date.now()

for (const [engine, start] of Object.entries({ mysql: startMariadb, postgres: startPostgres })) {
  test.serial(
    `${engine}: a killed server is a fault, and serves again once it is back`,
    async (t) => {
      const server = await start()
      t.teardown(() => server.stop())
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      const database = openTestDatabase(t, server.url, limits)
      const session = storedSession()
      const reports: DatabaseErrorReport[] = []
      const store = await openTestStore({
        directory: await temporaryDirectory(t),
        url: server.url,
        reports,
        // Within one moment the same fault is told once.
        now: () => startedAt,
      })
      t.teardown(() => store.close())
      await database.write({
        sessions: [{ seq: 1, queuedAt: 0, session }],
        ends: [],
        users: [],
        documents: [],
        personal: [],
      })

      await server.kill()
      await t.throwsAsync(database.findSession(session.id), { instanceOf: StoreUnavailable })
      await store.sessions.save(newId(), {}, '192.0.2.7')
      await until(() => reports.length > 0)
      await server.restart()
      await drained(store)

      t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
      t.is(reports.length, 1)
      const [{ code, text, sql } = { code: '', text: '', sql: '' }] = reports
      t.regex(
        outsideRequest(databaseRefused(code, text, sql)).message,
        /^DB Error: \[(08001\] unable to connect to|08006\] connection to) the database server .*\(SQL Query: .*\)$/,
      )
    },
  )
}
