import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VIEW_VARIABLES } from '../../plugin/session-endpoint/view-variables.ts'
import type { Users } from '../../store/record/user.ts'
import { createDatabase, type Database } from '../../store/database/database.ts'
import { parseDatabaseUrl } from '../../store/database/connection/connection.ts'
import type { DatabaseErrorReport } from '../../store/database/error-report.ts'
import { type StoreLog, unobserved } from '../../store/observer/observer.ts'
import type { StoreLimits } from '../../store/limits.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import type { RedisTarget } from '../../store/redis/connect.ts'
import type { ForeignSettings } from '../../store/record/foreign-session.ts'
import type { SealKeys } from '../../store/seal/keys.ts'
import { openSqlite } from '../../store/sql/sqlite.ts'
import type { SqlRow } from '../../store/sql/row.ts'
import { memoryLog } from '../support/memory-log.ts'
import type { Teardown } from '../support/process/temporary-directory.ts'

/** Lifetimes of the tests: 30 min idle, 12 h in all, 10 min before sign-in. */
export const lifetimes = { idleMs: 1_800_000, absoluteMs: 43_200_000, preLoginMs: 600_000 }

/** Another program whose sessions live as long as Roundcube's. */
export const foreign: ForeignSettings = {
  ownVariable: 'postern_binding',
  viewVariables: VIEW_VARIABLES,
  lifetimeMs: 600_000,
  endMs: 660_000,
}

/** Master keys that are the same for every store of a test. */
export const keys: SealKeys = {
  newest: { kid: '1', secret: Buffer.alloc(32, 7) },
  all: [{ kid: '1', secret: Buffer.alloc(32, 7) }],
}

/** A clock that is moved manually, or real time plus what it was moved by. */
export function movableClock(): { now: () => number; move: (ms: number) => void } {
  let offsetMs = 0
  return {
    now: () => Date.now() + offsetMs,
    move: (ms) => {
      offsetMs += ms
    },
  }
}

/** A new session id. */
export function newId(): string {
  return randomBytes(16).toString('hex')
}

/** Paths of a store in a directory. */
export function storePaths(directory: string) {
  const databasePath = join(directory, 'shared', 'postern.db')
  return { dataDir: join(directory, 'private'), databasePath, url: `sqlite:${databasePath}` }
}

interface TestStoreOptions {
  readonly directory: string
  /** Another database than the SQLite file in the directory. */
  readonly url?: string
  readonly redis?: RedisTarget | null
  readonly isOneOfSeveral?: boolean
  readonly foreign?: ForeignSettings
  readonly refreshKeys?: () => Promise<void>
  readonly now?: () => number
  readonly log?: StoreLog
  readonly limits?: Partial<StoreLimits>
  readonly keys?: SealKeys
  readonly reports?: DatabaseErrorReport[]
  /** Gets the code of every attempt the database refused. */
  readonly refusals?: string[]
}

/** A store over the directory, as main would open it. */
export async function openTestStore(options: TestStoreOptions): Promise<Store> {
  const { dataDir, url } = storePaths(options.directory)
  await mkdir(join(options.directory, 'shared'), { recursive: true })
  return openStore({
    dataDir,
    database: { url: options.url ?? url },
    redis: options.redis ?? null,
    isOneOfSeveral: options.isOneOfSeveral ?? false,
    ...(options.refreshKeys === undefined ? {} : { refreshKeys: options.refreshKeys }),
    lifetimes,
    foreign: options.foreign,
    keys: options.keys ?? keys,
    limits: options.limits ?? {},
    now: options.now ?? Date.now,
    random: Math.random,
    log: options.log ?? memoryLog(),
    observer: { ...unobserved, refused: (code) => void options.refusals?.push(code) },
    reportDatabaseError: (report) => void options.reports?.push(report),
  })
}

/** The shared database as a store uses it, without one: also what other programs see, after it has gone. */
export function openTestDatabase(
  t: Teardown,
  url: string,
  limits: {
    readonly readLimitMs: number
    readonly timeoutMs: number
    readonly now?: () => number
  },
): Database {
  const database = createDatabase({
    target: parseDatabaseUrl(url),
    lifetimes,
    now: Date.now,
    ...limits,
    log: memoryLog(),
    reportDamage: () => undefined,
  })
  t.teardown(() => database.close())
  return database
}

/** Rows of the shared database as another program sees them. */
export async function databaseRows(directory: string, sql: string): Promise<readonly SqlRow[]> {
  const sqlite = await openSqlite({ path: storePaths(directory).databasePath, busyTimeoutMs: 200 })
  try {
    return await sqlite.all(sql)
  } finally {
    await sqlite.close()
  }
}

/** Asks again until the condition holds; the test's own time limit ends it. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(20)
}

/** Resolves when the shared database has everything. */
export function drained(store: Store): Promise<void> {
  return until(async () => (await store.health()).backlog === 0)
}

/** Records a sign-in as the gateway does, apart from the session; answers the user_id. */
export async function recordSignIn(
  users: Users,
  username: string,
  mailHost: string,
): Promise<number> {
  const user = await users.prepareSignIn(username, mailHost)
  await user.record()
  return user.userId
}
