import test from 'ava'
import {
  placeOfRow,
  rearrange,
  rowAtPlace,
  type Placing,
} from '../../../../../plugin/web/views/list/row/places.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'

function listOf(uids: readonly number[], gaps: readonly number[] = []): Placing {
  return { rows: new Map(uids.map((uid, index) => [index, fakeMessage(uid).row])), gaps }
}

function placesOf(uids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(uids.map((uid, index) => [uid, index]))
}

const sight = { first: 0, last: 4, kept: 2 }

test('rows stand around the gaps', (t) => {
  t.deepEqual(
    [0, 1, 2, 3].map((index) => placeOfRow(index, [1, 3])),
    [0, 2, 4, 5],
  )
  t.deepEqual(
    [0, 1, 2, 3, 4].map((place) => rowAtPlace(place, [1, 3])),
    [0, undefined, 1, undefined, 2],
  )
})

test('what arrives above is scrolled over', (t) => {
  const next = rearrange(listOf([9, 8, 7, 6, 5]), placesOf([11, 10, 9, 8, 7, 6, 5]), sight, true)

  t.deepEqual(next, { isKept: true, gaps: [], by: 2, arrived: 2 })
})

test('what goes away leaves its place empty, and the others stay', (t) => {
  const next = rearrange(listOf([9, 8, 7, 6, 5]), placesOf([8, 7, 5]), sight, true)

  t.deepEqual(next, { isKept: true, gaps: [0, 3], by: 0, arrived: 0 })
})

test('a gap moves with the rows when others arrive', (t) => {
  const next = rearrange(listOf([8, 7, 6, 5], [0]), placesOf([9, 8, 7, 6, 5]), sight, true)

  t.deepEqual(next, { isKept: true, gaps: [1], by: 1, arrived: 1 })
})

test('when gaps close, the kept row stays by scrolling', (t) => {
  const next = rearrange(listOf([8, 7, 6, 5], [0]), placesOf([8, 7, 6, 5]), sight, false)

  t.deepEqual(next, { isKept: true, gaps: [], by: -1, arrived: 0 })
})

test('when nothing of what was in sight is left, its places stay empty', (t) => {
  const next = rearrange(listOf([9, 8]), placesOf([4, 3]), sight, true)

  t.deepEqual(next, { isKept: false, gaps: [0, 1], by: 0, arrived: 0 })
})
