import { join } from 'node:path'
import test from 'ava'
import { createClock } from '../../plugin/process/clock.ts'
import { tombstoneMs } from '../../store/record/session.ts'
import { openSqlite } from '../../store/sql/sqlite.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import {
  databaseRows,
  drained,
  lifetimes,
  newId,
  openTestStore,
  storePaths,
  until,
} from './fixture.ts'

const HOUR_MS = 3_600_000
const IP = '192.0.2.7'

for (const [direction, movedMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
] as const) {
  test(`the mark of a sign-out outlives a clock that moves ${direction}, and goes at its time`, async (t) => {
    const directory = await temporaryDirectory(t)
    const { clock, moveWall, pass } = movableMachine()
    const store = await openTestStore({
      directory,
      now: clock.now,
      // Nothing is remembered in the process: what is kept counts.
      limits: { memoryMs: 0, collectEveryMs: 50 },
    })
    t.teardown(() => store.close(0))
    const id = newId()
    await store.sessions.create(id, { user_id: '7' }, IP)
    await store.sessions.destroy(id)
    // Goes with the first collection after its time.
    await store.sessions.create(newId(), {}, IP)
    await drained(store)

    moveWall(movedMs)
    await store.sessions.save(id, { user_id: '7' }, IP)
    await drained(store)
    const late = await store.sessions.load(id)
    // By the slewed clock no more than a tenth sooner or later.
    pass(0.8 * tombstoneMs(lifetimes))
    await until(async () => !(await hasSessions(directory)))
    const stored = await marksOf(directory)
    pass(0.4 * tombstoneMs(lifetimes))

    t.is(late, undefined)
    t.is(stored, 1)
    await until(async () => (await marksOf(directory)) === 0)
    // A collection that removes this one began after the mark's time, and so did its look into the spool.
    await store.sessions.create(newId(), {}, IP)
    await drained(store)
    pass(2 * lifetimes.idleMs)
    await until(async () => !(await hasSessions(directory)))
    await store.close(0)
    t.is(await spooledMarks(directory), 0)
  })
}

/** A machine whose clock is set manually. */
function movableMachine() {
  let wallMs = Date.UTC(2026, 10, 22)
  let monotonicMs = 0
  const clock = createClock({
    wall: () => wallMs,
    monotonic: () => monotonicMs,
    offsetMs: 0,
    onMove: () => undefined,
  })
  return {
    clock,
    moveWall: (ms: number) => void (wallMs += ms),
    pass: (ms: number) => {
      wallMs += ms
      monotonicMs += ms
    },
  }
}

async function hasSessions(directory: string): Promise<boolean> {
  return (await databaseRows(directory, 'SELECT 1 FROM session')).length > 0
}

async function marksOf(directory: string): Promise<number> {
  return (await databaseRows(directory, 'SELECT sess_id FROM postern_session_ended')).length
}

/** Of a store that was closed: no one else may open its spool. */
async function spooledMarks(directory: string): Promise<number> {
  const path = join(storePaths(directory).dataDir, 'spool.db')
  const spool = await openSqlite({ path, busyTimeoutMs: 5_000 })
  try {
    return (await spool.all('SELECT sess_id FROM tombstone')).length
  } finally {
    await spool.close()
  }
}
