import test from 'ava'
import { createDatabase } from '../../store/database.ts'
import { parseDatabaseUrl } from '../../store/database-url.ts'
import { startMariadb } from '../support/mariadb.ts'
import { startPostgres } from '../support/postgres.ts'
import { storedSession } from './cache-contract.ts'
import { lifetimes, memoryLog } from './fixture.ts'

const INSTANCES = 6

for (const [engine, start] of Object.entries({ mysql: startMariadb, postgres: startPostgres })) {
  test.serial(
    `${engine}: instances that start at once over an empty database all write`,
    async (t) => {
      const server = await start()
      t.teardown(() => server.stop())
      const target = parseDatabaseUrl(server.url)
      const limits = { readLimitMs: 10_000, timeoutMs: 30_000 }
      const databases = Array.from({ length: INSTANCES }, () =>
        createDatabase({
          target,
          lifetimes,
          ...limits,
          now: Date.now,
          log: memoryLog(),
          reportDamage: () => undefined,
        }),
      )
      t.teardown(() =>
        Promise.all(databases.map((database) => database.close())).then(() => undefined),
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
