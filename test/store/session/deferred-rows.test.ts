import test, { type ExecutionContext } from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { SessionRow } from '../../../store/record/session.ts'
import { createDeferredRows } from '../../../store/session/deferred-rows.ts'
import { foreignRow, type ForeignRow } from '../../../store/session/foreign-row.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { movableClock, newId } from '../fixture.ts'

/** Rows over a spool that takes them when told to, and a clock that is moved manually. */
function open(t: ExecutionContext, maxBytes = 1_000) {
  const taken: SessionRow[] = []
  const spool = {
    isDown: false,
    async saveSession(row: SessionRow) {
      if (spool.isDown) throw new StoreUnavailable('spool', '13', undefined)
      taken.push(row)
    },
  }
  const log = memoryLog()
  const clock = movableClock()
  const deferred = createDeferredRows({ spool, pauseMs: 30_000, maxBytes, now: clock.now, log })
  t.teardown(() => deferred.close())
  const until = async (count: number) => {
    while (taken.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { deferred, spool, taken, log, clock, until }
}

function rowOf(changed: Partial<SessionRow> = {}): ForeignRow {
  const [changedAt, createdAt, expiresAt] = [5, 4, Date.now() + 60_000]
  return foreignRow({
    id: newId(),
    vars: 'cGFnZXxpOjE7',
    ip: '',
    version: 1,
    changedAt,
    createdAt,
    expiresAt,
    ...changed,
  })
}

test('a row goes to the spool soon, and the next one of its session after the pause', async (t) => {
  const { deferred, taken, clock, until } = open(t)
  const [first, other] = [rowOf(), rowOf()]
  const rows = [2, 3].map((version) => ({ ...first, version }))
  deferred.put(first)
  await until(1)

  for (const row of rows) deferred.put(row)
  deferred.put(other)
  await until(2)
  t.deepEqual(taken, [first, other])
  t.deepEqual(deferred.find(first.id), rows[1])
  clock.move(30_000)
  await until(3)

  t.deepEqual(taken, [first, other, rows[1]])
  t.is(deferred.find(first.id), undefined)
  t.is(deferred.size, 0)
})

test('what the spool refuses stays readable, and is told once the spool has it', async (t) => {
  const { deferred, spool, log } = open(t)
  const row = rowOf()
  const reported = new Promise<SessionRow>((resolve) => deferred.onSpooled(resolve))
  spool.isDown = true
  deferred.put(row)
  while (log.messages.length === 0) await new Promise((resolve) => setImmediate(resolve))

  t.deepEqual(deferred.find(row.id), row)
  spool.isDown = false

  t.deepEqual(await reported, row)
})

test('a row that has no room is not taken, and what presses goes without a pause', async (t) => {
  const { deferred, spool, taken, until } = open(t)
  const vars = 'x'.repeat(600)
  const large = rowOf({ vars })
  deferred.put(large)
  await until(1)

  t.true(deferred.put({ ...large, version: 2 }))
  t.false(deferred.put(rowOf({ vars })))
  await until(2)

  t.is(taken[1]?.version, 2)
  spool.isDown = true
})

test('what was forgotten goes nowhere, and an end hands over the rest', async (t) => {
  const { deferred, taken } = open(t)
  const [ended, stored] = [rowOf(), rowOf()]
  deferred.put(ended)
  deferred.put(stored)

  deferred.forget(ended.id)
  await deferred.close()

  t.deepEqual(taken, [stored])
  t.false(deferred.put(rowOf()))
})
