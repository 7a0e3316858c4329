import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
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

test('a database that cannot be opened is down and reported before any row waits for it', async (t) => {
  const directory = await temporaryDirectory(t)
  const folder = join(directory, 'missing')
  const reports: DatabaseErrorReport[] = []

  const store = await openTestStore({ directory, url: `sqlite:${folder}/postern.db`, reports })
  t.teardown(() => store.close(0))

  await until(async () => (await store.health()).databaseError === '14')
  t.like(await store.health(), { backlog: 0 })
  await until(() => reports.length > 0)
  t.like(reports[0], { code: '14', origin: undefined })

  await mkdir(folder)
  await until(async () => (await store.health()).databaseError === undefined)
})

test('a database that takes no more writes is down though nothing is to be written', async (t) => {
  const directory = await temporaryDirectory(t)
  const clock = movableClock()
  const store = await openTestStore({ directory, now: clock.now })
  t.teardown(() => store.close(0))
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)

  clock.move(30_000)

  await until(async () => (await store.health()).databaseError === '5')
  t.like(await store.health(), { backlog: 0 })
  await lock.release()
  await until(async () => (await store.health()).databaseError === undefined)
})

test('the proof of a write leaves the mark of the spool as it is', async (t) => {
  const directory = await temporaryDirectory(t)
  const clock = movableClock()
  const reports: DatabaseErrorReport[] = []
  const store = await openTestStore({ directory, now: clock.now, reports })
  t.teardown(() => store.close(0))
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const marks = () => databaseRows(directory, 'SELECT mark, written_ms FROM postern_writer')
  const [before] = await marks()

  clock.move(30_000)

  await until(
    async () => Number((await marks())[0]?.['written_ms']) > Number(before?.['written_ms']),
  )
  t.is((await marks())[0]?.['mark'], before?.['mark'])
  t.deepEqual(reports, [])
})
