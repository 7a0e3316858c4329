import type { ExecutionContext } from 'ava'
import type { Store } from '../../../store/store.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startRedis, type RedisServer } from '../../support/redis/redis.ts'
import { openTestStore, storePaths, until } from '../fixture.ts'

/** A mailbox owner of the tests. */
export const owner = { username: 'mia', mailHost: 'mail.example' }

type Limits = NonNullable<Parameters<typeof openTestStore>[0]['limits']>

/** Waits of a busy machine; what is about a wait sets its own. */
export const patient: Limits = {
  cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS,
  databaseReadMs: RESPONSE_WAIT_LIMIT_MS,
}

/** The only instance over a directory. */
export async function openSingle(
  t: ExecutionContext,
  directory: string,
  { url, limits }: { readonly url?: string; readonly limits?: Limits } = {},
): Promise<Store> {
  const store = await openTestStore({
    directory,
    ...(url === undefined ? {} : { url }),
    limits: { ...patient, ...limits },
  })
  t.teardown(() => store.close(0))
  return store
}

export interface Pair {
  readonly redis: RedisServer
  readonly databasePath: string
  readonly one: Store
  readonly other: Store
}

/** Two instances over one Redis and one database, each with a spool of its own. */
export async function openPair(
  t: ExecutionContext,
  { url, limits }: { readonly url?: string; readonly limits?: Limits } = {},
): Promise<Pair> {
  const [redis, directory] = [await startRedis(), await temporaryDirectory(t)]
  t.teardown(() => redis.stop())
  const shared = storePaths(directory)
  const open = async (directory: string) => {
    const store = await openTestStore({
      directory,
      url: url ?? shared.url,
      redis,
      isOneOfSeveral: true,
      limits: { ...patient, ...limits },
    })
    t.teardown(() => store.close(0))
    await until(async () => (await store.health()).cache === 'up')
    return store
  }
  // The first one makes the directory of the database.
  const one = await open(directory)
  return {
    redis,
    databasePath: shared.databasePath,
    one,
    other: await open(await temporaryDirectory(t)),
  }
}

/** The engines of the shared database; undefined is SQLite, which needs no server. */
export const engines = {
  sqlite: async () => undefined,
  mysql: startMariadb,
  postgres: startPostgres,
} as const
