import test from 'ava'
import { createSegmentMemory } from '../../../../plugin/panel/http/segment-memory.ts'

function openMemory() {
  let time = 1_000_000
  const memory = createSegmentMemory(100, () => time)
  const guess = (segment: string, isCrossSite = false) => {
    const asked = { cookieKey: 'cookie', segment, isCrossSite }
    const may = memory.begin(asked)
    if (may === 'ask') memory.recordMismatch(asked)
    return may
  }
  const asked = (segment: string) => ({ cookieKey: 'cookie', segment, isCrossSite: false })
  return { memory, guess, asked, advance: (ms: number) => void (time += ms) }
}

const guesses = (count: number) => Array.from({ length: count }, (_, at) => `wrong-${at}`)

test('a wrong segment is asked for once', (t) => {
  const { guess } = openMemory()
  guess('wrong')

  t.is(guess('wrong'), 'wrong')
})

test('guesses at one time are counted before they are answered', (t) => {
  const { memory, asked } = openMemory()

  const relayed = guesses(1_000).filter((segment) => memory.begin(asked(segment)) === 'ask')

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

test('after any number of guesses the right segment is asked for within seconds', (t) => {
  const { memory, guess, asked, advance } = openMemory()
  for (const segment of guesses(1_000)) guess(segment)
  const atOnce = memory.begin(asked('right'))

  advance(3_000)

  t.is(atOnce, 'wait')
  t.is(memory.begin(asked('right')), 'ask')
})

test('links of other sites use up none of the questions of the person', (t) => {
  const { memory, guess, asked } = openMemory()
  for (const segment of guesses(1_000)) guess(segment, true)

  t.is(memory.begin(asked('right')), 'ask')
})

test('once the right segment is known no other one is asked for, and it always is', (t) => {
  const { memory, guess, asked } = openMemory()
  memory.begin(asked('right'))
  memory.recordMatch(asked('right'))

  t.deepEqual(new Set(guesses(100).map((segment) => guess(segment))), new Set(['wrong']))
  t.is(memory.begin(asked('right')), 'ask')
})

test('a question that the panel did not judge is given back', (t) => {
  const { memory, asked } = openMemory()
  for (const segment of guesses(100)) {
    memory.begin(asked(segment))
    memory.recordOther(asked(segment))
  }

  t.is(memory.begin(asked('right')), 'ask')
})
