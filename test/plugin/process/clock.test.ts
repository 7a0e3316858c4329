import test from 'ava'
import { createClock } from '../../../plugin/process/clock.ts'

const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2026, 10, 22)

/** A clock over a wall clock that is moved and a time that passes manually. */
function movableClock(offsetMs = 0) {
  let wallMs = BEGIN
  let monotonicMs = 0
  const moves: number[] = []
  const clock = createClock({
    wall: () => wallMs,
    monotonic: () => monotonicMs,
    offsetMs,
    onMove: (movedMs) => void moves.push(movedMs),
  })
  return {
    clock,
    moves,
    moveWall: (ms: number) => {
      wallMs += ms
    },
    pass: (ms: number, stepMs = 1_000) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        wallMs += stepMs
        monotonicMs += stepMs
        clock.now()
      }
    },
    wall: () => wallMs,
  }
}

test('a clock that no one moves reports the time of the machine', (t) => {
  const { clock, moves, pass, wall } = movableClock()

  pass(HOUR_MS)

  t.is(clock.now(), wall())
  t.deepEqual(moves, [])
})

for (const movedMs of [HOUR_MS, -HOUR_MS, 24 * HOUR_MS]) {
  test(`a move by ${movedMs} ms changes no age and is told once`, (t) => {
    const { clock, moves, moveWall, pass } = movableClock()
    const before = clock.now()

    moveWall(movedMs)

    t.is(clock.now(), before)
    pass(60_000)
    t.true(Math.abs(clock.now() - before - 60_000) <= 6_000)
    t.deepEqual(moves, [movedMs])
  })
}

test('the clock never goes back', (t) => {
  const { clock, moveWall, pass } = movableClock()
  const seen = [clock.now()]

  for (const movedMs of [-5_000, 3_000, -HOUR_MS, HOUR_MS / 2]) {
    moveWall(movedMs)
    seen.push(clock.now())
    pass(10_000)
    seen.push(clock.now())
  }

  t.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  )
})

test('the clock comes near the time of the machine again', (t) => {
  const { clock, moves, moveWall, pass, wall } = movableClock()

  moveWall(HOUR_MS)
  pass(11 * HOUR_MS, 10_000)

  t.is(clock.now(), wall())
  t.deepEqual(moves, [HOUR_MS])
})

test('the corrections of a time server are followed and not told', (t) => {
  const { clock, moves, moveWall, pass, wall } = movableClock()

  for (let count = 0; count < 200; count += 1) {
    moveWall(900)
    pass(60_000)
  }

  t.is(clock.now(), wall())
  t.deepEqual(moves, [])
})

test('a process continues where the clock of the one before was', (t) => {
  const first = movableClock()
  first.moveWall(HOUR_MS)
  const offsetMs = first.clock.offsetMs()

  const next = movableClock(offsetMs)

  t.is(offsetMs, -HOUR_MS)
  t.is(next.clock.now(), BEGIN - HOUR_MS)
  t.deepEqual(next.moves, [])
})
