import test from 'ava'
import { createSegmentMemory } from '../../../../plugin/panel/http/segment-memory.ts'

function openMemory() {
  let time = 1_000_000
  const memory = createSegmentMemory(100, () => time)
  const guess = (segment: string, isCrossSite = false) => {
    const requested = { cookieKey: 'cookie', segment, isCrossSite }
    const may = memory.start(requested)
    if (may === 'ask') memory.recordMismatch(requested)
    return may
  }
  const requests = (segment: string) => ({ cookieKey: 'cookie', segment, isCrossSite: false })
  return { memory, guess, requests, advance: (ms: number) => void (time += ms) }
}

const guesses = (count: number) => Array.from({ length: count }, (_, at) => `wrong-${at}`)

test('a wrong segment is requested once', (t) => {
  const { guess } = openMemory()
  guess('wrong')

  t.is(guess('wrong'), 'wrong')
})

test('guesses at one time are counted before they are answered', (t) => {
  const { memory, requests: requested } = openMemory()

  const relayed = guesses(1_000).filter((segment) => memory.start(requested(segment)) === 'ask')

  t.is(relayed.length, 20)
})

test('guesses over twelve hours are few of ten digits', (t) => {
  const { guess, advance } = openMemory()
  let relayed = 0

  for (const segment of guesses(43_200)) {
    if (guess(segment) === 'ask') relayed += 1
    advance(1_000)
  }

  t.true(relayed < 20_000, String(relayed))
})

test('after any number of guesses the right segment is requested within seconds', (t) => {
  const { memory, guess, requests: requested, advance } = openMemory()
  for (const segment of guesses(1_000)) guess(segment)
  const atOnce = memory.start(requested('right'))

  advance(3_000)

  t.is(atOnce, 'wait')
  t.is(memory.start(requested('right')), 'ask')
})

test('links of other sites use up none of the questions of the user', (t) => {
  const { memory, guess, requests: requested } = openMemory()
  for (const segment of guesses(1_000)) guess(segment, true)

  t.is(memory.start(requested('right')), 'ask')
})

test('once the right segment is known no other one is requested, and it always is', (t) => {
  const { memory, guess, requests: requested } = openMemory()
  memory.start(requested('right'))
  memory.recordMatch(requested('right'))

  t.deepEqual(new Set(guesses(100).map((segment) => guess(segment))), new Set(['wrong']))
  t.is(memory.start(requested('right')), 'ask')
})

test('a question that the panel did not judge is returned', (t) => {
  const { memory, requests: requested } = openMemory()
  for (const segment of guesses(100)) {
    memory.start(requested(segment))
    memory.recordOther(requested(segment))
  }

  t.is(memory.start(requested('right')), 'ask')
})
