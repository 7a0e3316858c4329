import test from 'ava'
import type { ExecutionContext } from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Store } from '../../../store/store.ts'
import { lockDatabase } from '../../support/database/lock.ts'
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
import { memoryLog } from '../../support/memory-log.ts'

/** A store whose database another program holds locked. */
async function openLocked(
  t: ExecutionContext,
  limits: Parameters<typeof openTestStore>[0]['limits'],
) {
  const directory = await temporaryDirectory(t)
  const log = memoryLog()
  const clock = movableClock()
  const store = await openTestStore({ directory, log, now: clock.now, limits: limits ?? {} })
  t.teardown(() => store.close(0))
  await store.sessions.create(newId(), {}, '192.0.2.7')
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)
  t.teardown(() => lock.release())
  return { store, directory, log, clock, lock }
}

/** Creates sessions until one is refused; answers what was acknowledged and the refusal. */
async function createUntilRefused(store: Store) {
  const ids: string[] = []
  for (;;) {
    const id = newId()
    try {
      await store.sessions.create(id, { note: 'x'.repeat(2_000) }, '192.0.2.7')
      ids.push(id)
    } catch (error) {
      return { ids, error }
    }
  }
}

test('a spool at its size limit refuses new sessions and continues with those that are there', async (t) => {
  const { store, directory, log, lock } = await openLocked(t, { spoolBytes: 1_048_576 })

  const { ids, error } = await createUntilRefused(store)
  const [storedSettings = '', deleted = ''] = ids
  await store.sessions.save(storedSettings, { note: 'changed' }, '192.0.2.7')
  await store.sessions.destroy(deleted)

  t.true(error instanceof StoreUnavailable && error.engineCode === 'full')
  t.is((await store.sessions.load(storedSettings))?.variables['note'], 'changed')
  t.is(await store.sessions.load(deleted), undefined)
  await t.throwsAsync(store.sessions.create(newId(), {}, '192.0.2.7'))
  await lock.release()
  await drained(store)
  await until(() =>
    store.sessions.create(newId(), {}, '192.0.2.7').then(
      () => true,
      () => false,
    ),
  )
  const rows = await databaseRows(directory, 'SELECT sess_id FROM session')
  const stored = new Set(rows.map((row) => row['sess_id']))
  t.deepEqual(
    ids.filter((id) => id !== deleted && !stored.has(id)),
    [],
  )
  t.deepEqual(
    log.messages.filter((message) => message.startsWith('spool')),
    ['spool is full: new sessions are refused', 'spool has room again'],
  )
})

test('sessions that expired while the database was away leave the spool', async (t) => {
  const { store, clock } = await openLocked(t, { collectEveryMs: 50 })
  const ids = Array.from({ length: 1_200 }, newId)
  await Promise.all(ids.map((id) => store.sessions.create(id, {}, '192.0.2.7')))
  await until(async () => (await store.health()).databaseError === '5')
  const full = await store.health()

  clock.move(1_800_001)
  await until(async () => (await store.health()).backlog === 0)

  t.is(full.backlog, 1_200)
  t.is((await store.health()).databaseError, '5')
})
