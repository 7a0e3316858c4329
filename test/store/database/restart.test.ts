import test from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { storedSession } from '../cache/contract.ts'
import { openTestDatabase } from '../fixture.ts'

for (const [engine, start] of Object.entries({ mysql: startMariadb, postgres: startPostgres })) {
  test.serial(
    `${engine}: a killed server is a fault, and serves again once it is back`,
    async (t) => {
      const server = await start()
      t.teardown(() => server.stop())
      const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
      const database = openTestDatabase(t, server.url, limits)
      const session = storedSession()
      await database.write({
        sessions: [{ seq: 1, queuedAt: 0, session }],
        ends: [],
        users: [],
        documents: [],
      })

      await server.kill()
      await t.throwsAsync(database.findSession(session.id), { instanceOf: StoreUnavailable })
      await server.restart()

      t.deepEqual(await database.findSession(session.id), { kind: 'session', session })
    },
  )
}
