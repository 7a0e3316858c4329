import test from 'ava'
import {
  positionOfRow,
  rearrange,
  rowAtPosition,
  type Placing,
} from '../../../../../plugin/web/views/list/row/positions.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'

function listOf(uids: readonly number[], gaps: readonly number[] = []): Placing {
  return { rows: new Map(uids.map((uid, index) => [index, fakeMessage(uid).row])), gaps }
}

function positionsOf(uids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(uids.map((uid, index) => [uid, index]))
}

const visible = { first: 0, last: 4, fraction: 2 }

test('rows stand around the gaps', (t) => {
  t.deepEqual(
    [0, 1, 2, 3].map((index) => positionOfRow(index, [1, 3])),
    [0, 2, 4, 5],
  )
  t.deepEqual(
    [0, 1, 2, 3, 4].map((index) => rowAtPosition(index, [1, 3])),
    [0, undefined, 1, undefined, 2],
  )
})

test('what arrives above is scrolled over', (t) => {
  const next = rearrange(
    listOf([9, 8, 7, 6, 5]),
    positionsOf([11, 10, 9, 8, 7, 6, 5]),
    visible,
    true,
  )

  t.deepEqual(next, { isRetained: true, gaps: [], by: 2, arrived: 2 })
})

test('what goes away leaves its place empty, and the others stay', (t) => {
  const next = rearrange(listOf([9, 8, 7, 6, 5]), positionsOf([8, 7, 5]), visible, true)

  t.deepEqual(next, { isRetained: true, gaps: [0, 3], by: 0, arrived: 0 })
})

test('a gap moves with the rows when others arrive', (t) => {
  const next = rearrange(listOf([8, 7, 6, 5], [0]), positionsOf([9, 8, 7, 6, 5]), visible, true)

  t.deepEqual(next, { isRetained: true, gaps: [1], by: 1, arrived: 1 })
})

test('when gaps close, the kept row stays by scrolling', (t) => {
  const next = rearrange(listOf([8, 7, 6, 5], [0]), positionsOf([8, 7, 6, 5]), visible, false)

  t.deepEqual(next, { isRetained: true, gaps: [], by: -1, arrived: 0 })
})

test('when nothing of what was visible is left, its places stay empty', (t) => {
  const next = rearrange(listOf([9, 8]), positionsOf([4, 3]), visible, true)

  t.deepEqual(next, { isRetained: false, gaps: [0, 1], by: 0, arrived: 0 })
})
