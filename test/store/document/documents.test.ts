import test, { type ExecutionContext } from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Store } from '../../../store/store.ts'
import type { StoredDocument } from '../../../store/record/document.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedis, type RedisServer } from '../../support/redis/redis.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  databaseRows,
  drained,
  movableClock,
  newId,
  openTestStore,
  storePaths,
  until,
} from '../fixture.ts'

const MINUTE_MS = 60_000

function documentOf(change: Partial<StoredDocument> = {}): StoredDocument {
  const expiresAt = Date.now() + MINUTE_MS
  return { id: newId(), version: 1, body: '{"a":"first"}', expiresAt, ...change }
}

interface Pair {
  readonly redis: RedisServer
  readonly directory: string
  readonly one: Store
  readonly other: Store
}

/** Two instances over one Redis and one database file, each with a spool of its own. */
async function openPair(t: ExecutionContext): Promise<Pair> {
  const [redis, directory] = [await startRedis(), await temporaryDirectory(t)]
  t.teardown(() => redis.stop())
  const open = async () => {
    const store = await openTestStore({
      directory: await temporaryDirectory(t),
      url: storePaths(directory).url.replace('/shared', ''),
      redis,
      isOneOfSeveral: true,
      limits: { cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS, databaseReadMs: RESPONSE_WAIT_LIMIT_MS },
    })
    t.teardown(() => store.close(0))
    await until(async () => (await store.health()).cache === 'up')
    return store
  }
  return { redis, directory, one: await open(), other: await open() }
}

async function forgetAll(redis: RedisServer): Promise<void> {
  await redis.command('FLUSHALL')
}

test('a document of a single instance outlives its process without the database', async (t) => {
  const directory = await temporaryDirectory(t)
  const first = await openTestStore({ directory })
  const document = documentOf()
  await first.documents.put(document)
  await first.close(0)

  const second = await openTestStore({ directory })
  t.teardown(() => second.close(0))

  t.deepEqual(await second.documents.find(document.id), document)
})

test('of two writers of one version the second is told what the first wrote', async (t) => {
  const store = await openTestStore({ directory: await temporaryDirectory(t) })
  t.teardown(() => store.close(0))
  const document = documentOf()
  await store.documents.put(document)

  t.deepEqual(await store.documents.put({ ...document, body: 'late' }), document)
  const next = { ...document, version: 2, body: 'next' }
  t.deepEqual(await store.documents.put(next), next)
  t.deepEqual(await store.documents.find(document.id), next)
})

test('a document past its time, and those beyond their number, go', async (t) => {
  const clock = movableClock()
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({
    directory,
    now: clock.now,
    limits: { documents: 2, collectEveryMs: 50 },
  })
  t.teardown(() => store.close(0))
  const soon = [1, 2, 3].map((minutes) =>
    documentOf({ expiresAt: clock.now() + minutes * MINUTE_MS }),
  )
  for (const document of soon) await store.documents.put(document)

  const left = async () => {
    const found = await Promise.all(soon.map(({ id }) => store.documents.find(id)))
    return found.map((document) => document !== undefined)
  }
  await until(async () => String(await left()) === 'false,true,true')
  await drained(store)
  clock.move(4 * MINUTE_MS)
  await until(async () => String(await left()) === 'false,false,false')
  await until(
    async () => (await databaseRows(directory, `SELECT * FROM postern_document`)).length === 0,
  )
  t.pass()
})

test('of two instances that write a version at once one finds its own', async (t) => {
  const { one, other } = await openPair(t)
  const document = documentOf()

  const stands = await Promise.all([
    one.documents.put({ ...document, body: 'of one' }),
    other.documents.put({ ...document, body: 'of the other' }),
  ])

  t.deepEqual(stands[0], stands[1])
  t.deepEqual(await other.documents.find(document.id), stands[0])
})

test('another instance finds a document when Redis has lost it', async (t) => {
  const { redis, one, other } = await openPair(t)
  const document = documentOf()
  await one.documents.put(document)
  await forgetAll(redis)

  t.deepEqual(await other.documents.find(document.id), document)
  t.deepEqual(await other.documents.put({ ...document, body: 'late' }), document)
})

test('another instance finds a document while Redis is away', async (t) => {
  const { redis, one, other } = await openPair(t)
  await redis.kill()
  const document = documentOf()
  await one.documents.put(document)

  t.deepEqual(await other.documents.find(document.id), document)
})

test('another instance finds a document while the database is locked', async (t) => {
  const { directory, one, other } = await openPair(t)
  await drained(one)
  const lock = await lockDatabase(storePaths(directory).databasePath.replace('/shared', ''))
  const document = documentOf()
  await one.documents.put(document)

  t.deepEqual(await other.documents.find(document.id), document)
  await lock.release()
})

test('a document that neither Redis nor the database takes is not acknowledged', async (t) => {
  const { redis, directory, one } = await openPair(t)
  await drained(one)
  await redis.kill()
  const lock = await lockDatabase(storePaths(directory).databasePath.replace('/shared', ''))

  await t.throwsAsync(one.documents.put(documentOf()), { instanceOf: StoreUnavailable })
  await lock.release()
})

test('a database that was locked gets the document afterwards', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory })
  t.teardown(() => store.close(0))
  const first = documentOf()
  await store.documents.put(first)
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)
  await store.documents.put({ ...first, version: 2, body: 'second' })
  await lock.release()
  await drained(store)

  const rows = await databaseRows(directory, 'SELECT version, body FROM postern_document')

  t.deepEqual(rows, [{ version: 2, body: 'second' }])
})
