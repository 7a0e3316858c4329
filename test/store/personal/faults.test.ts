import test from 'ava'
import { rm } from 'node:fs/promises'
import { PersonalRefused, StoreUnavailable } from '../../../store/index.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { databaseRows, drained, storePaths, until } from '../fixture.ts'
import { openPair, openSingle, owner } from './stores.ts'

const kind = 'contact'

test('a locked database keeps no one from reading and writing, also after a restart', async (t) => {
  const directory = await temporaryDirectory(t)
  const first = await openSingle(t, directory)
  await first.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await drained(first)
  const lock = await lockDatabase(storePaths(directory).databasePath)
  t.teardown(() => lock.release())
  await first.close(0)

  const { personal } = await openSingle(t, directory)
  await personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'second' }])
  await personal.save({ ...owner, username: 'new' }, kind, [{ id: 'a', baseVersion: 0, body: 'b' }])

  t.is((await personal.find(owner, kind, 'a'))?.body, 'second')
})

test('what a locked database missed is in it afterwards', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openSingle(t, directory)
  await store.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)
  await store.personal.save(owner, kind, [
    { id: 'a', baseVersion: 1, body: undefined },
    { id: 'b', baseVersion: 0, body: 'second' },
  ])
  await lock.release()
  await drained(store)

  const sql = 'SELECT id, version, removed, body FROM postern_personal ORDER BY id'
  t.deepEqual(await databaseRows(directory, sql), [
    { id: 'a', version: 2, removed: 1, body: '' },
    { id: 'b', version: 1, removed: 0, body: 'second' },
  ])
})

test('an instance that lost its directory has everything from the database', async (t) => {
  const directory = await temporaryDirectory(t)
  const first = await openSingle(t, directory)
  await first.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await drained(first)
  await first.close(0)
  await rm(storePaths(directory).dataDir, { recursive: true })

  const { personal } = await openSingle(t, directory)

  t.is((await personal.find(owner, kind, 'a'))?.body, 'first')
  t.deepEqual(await personal.kinds(owner), [kind])
  t.true(
    'conflicts' in (await personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'b' }])),
  )
})

test('a spool without room gives its documents to the database, and has them again', async (t) => {
  const directory = await temporaryDirectory(t)
  const limits = { spoolBytes: 1_000_000, collectEveryMs: 50 }
  const store = await openSingle(t, directory, { limits })
  const body = 'x'.repeat(600)
  const ids = Array.from({ length: 1_000 }, (_none, at) => `id-${at}`)
  await store.personal.save(
    owner,
    kind,
    ids.map((id) => ({ id, baseVersion: 0, body })),
  )
  await drained(store)
  await until(async () => (await store.health()).spool.usedBytes < limits.spoolBytes / 2)

  const { documents } = await store.personal.list(owner, kind)

  t.deepEqual(documents.map(({ id }) => id).sort(), ids.sort())
})

test('what passes a limit is refused by its code, and nothing of it is kept', async (t) => {
  const limits = { personalDocuments: 2, personalBytes: 100, personalBodyBytes: 60 }
  const { personal } = await openSingle(t, await temporaryDirectory(t), { limits })
  const save = (bodies: readonly string[]) =>
    personal.save(
      owner,
      kind,
      bodies.map((body, at) => ({ id: `id-${at}`, baseVersion: 0, body })),
    )
  const refused = async (bodies: readonly string[]) => {
    const error = await t.throwsAsync(save(bodies), { instanceOf: PersonalRefused })
    return error.code
  }

  t.is(await refused(['a', 'b', 'c']), 'too_many_documents')
  t.is(await refused(['x'.repeat(61)]), 'document_too_large')
  t.is(await refused(['x'.repeat(60), 'x'.repeat(60)]), 'too_many_bytes')
  t.deepEqual((await personal.list(owner, kind)).documents, [])
})

test('a document that is replaced counts by what it grows', async (t) => {
  const limits = { personalBytes: 100, personalBodyBytes: 100 }
  const { personal } = await openSingle(t, await temporaryDirectory(t), { limits })
  const replace = (baseVersion: number, size: number) =>
    personal.save(owner, kind, [{ id: 'a', baseVersion, body: 'x'.repeat(size) }])
  await replace(0, 80)

  t.true('saved' in (await replace(1, 100)))
  t.true('saved' in (await replace(2, 90)))
  await personal.save(owner, kind, [{ id: 'b', baseVersion: 0, body: 'x'.repeat(10) }])
  await t.throwsAsync(replace(3, 91), { instanceOf: PersonalRefused })
})

test('two instances continue while the database is locked', async (t) => {
  const { databasePath, one, other } = await openPair(t)
  await one.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await drained(one)
  const lock = await lockDatabase(databasePath)
  t.teardown(() => lock.release())
  await one.personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'second' }])

  t.is((await other.personal.find(owner, kind, 'a'))?.body, 'second')
  t.true(
    'conflicts' in
      (await other.personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'late' }])),
  )
})

test('two instances continue while Redis is away', async (t) => {
  const { redis, one, other } = await openPair(t)
  await one.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await redis.kill()
  await one.personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'second' }])

  t.is((await other.personal.find(owner, kind, 'a'))?.body, 'second')
  t.true(
    'conflicts' in
      (await other.personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'late' }])),
  )
})

test('a change that neither Redis nor the database takes is not acknowledged', async (t) => {
  const { redis, databasePath, one } = await openPair(t, { limits: { databaseReadMs: 1_000 } })
  await one.personal.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
  await drained(one)
  await redis.kill()
  const lock = await lockDatabase(databasePath)
  t.teardown(() => lock.release())

  await t.throwsAsync(one.personal.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'b' }]), {
    instanceOf: StoreUnavailable,
  })
})
