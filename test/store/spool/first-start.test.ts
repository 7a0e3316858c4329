import test from 'ava'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { storedSession } from '../cache/contract.ts'
import { openTestDatabase } from '../fixture.ts'

const INSTANCES = 6

for (const [engine, start] of Object.entries({ mysql: startMariadb, postgres: startPostgres })) {
  test.serial(
    `${engine}: instances that start at once over an empty database all write`,
    async (t) => {
      const server = await start()
      t.teardown(() => server.stop())
      const limits = { readLimitMs: 10_000, timeoutMs: 30_000 }
      const databases = Array.from({ length: INSTANCES }, () =>
        openTestDatabase(t, server.url, limits),
      )
      const sessions = databases.map(() => storedSession())

      await Promise.all(
        databases.map((database, at) =>
          database.write({
            sessions: sessions
              .slice(at, at + 1)
              .map((session) => ({ seq: 1, queuedAt: 0, session })),
            ends: [],
            users: [],
            documents: [],
            personal: [],
          }),
        ),
      )

      const [database] = databases
      const found = await Promise.all(sessions.map(async ({ id }) => database?.findSession(id)))
      t.deepEqual(
        found,
        sessions.map((session) => ({ kind: 'session', session })),
      )
    },
  )
}
