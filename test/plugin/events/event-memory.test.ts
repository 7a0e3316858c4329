import test from 'ava'
import { createEventMemory } from '../../../plugin/events/memory.ts'

const options = { epoch: 'e', maxEvents: 3 }

test('ids grow', (t) => {
  const memory = createEventMemory(options)

  const ids = [memory.add('a', '1').id, memory.add('b', '2').id, memory.add('a', '3').id]

  t.deepEqual(ids, ['e-1', 'e-2', 'e-3'])
  t.is(memory.lastId(), 'e-3')
})

test('anyone who has the newest event misses nothing', (t) => {
  const memory = createEventMemory(options)
  const { id } = memory.add('a', '1')

  t.deepEqual(memory.since(id), [])
})

test('what came after an id is told in its order', (t) => {
  const memory = createEventMemory(options)
  const { id } = memory.add('a', '1')
  memory.add('b', '2')
  memory.add('c', '3')

  const missed = memory.since(id)

  t.deepEqual(missed, [
    { id: 'e-2', json: '2' },
    { id: 'e-3', json: '3' },
  ])
})

test('of several events about one thing the newest is told', (t) => {
  const memory = createEventMemory(options)
  const start = memory.lastId()
  memory.add('a', 'old')
  memory.add('b', 'other')
  memory.add('a', 'new')

  const missed = memory.since(start)

  t.deepEqual(missed, [
    { id: 'e-2', json: 'other' },
    { id: 'e-3', json: 'new' },
  ])
})

test('an id from before something was forgotten cannot be resumed', (t) => {
  const memory = createEventMemory(options)
  const start = memory.lastId()
  for (const about of ['a', 'b', 'c', 'd']) memory.add(about, about)

  t.is(memory.since(start), undefined)
  t.deepEqual(
    memory.since('e-1')?.map(({ id }) => id),
    ['e-2', 'e-3', 'e-4'],
  )
})

for (const id of ['f-0', 'e-99', 'e--1', 'e-1e3', 'e-', '', 'x']) {
  test(`the unknown id "${id}" cannot be resumed`, (t) => {
    const memory = createEventMemory(options)
    memory.add('a', '1')

    t.is(memory.since(id), undefined)
  })
}
