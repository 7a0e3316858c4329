import test from 'ava'
import {
  nearRows,
  insertNewPage,
  insertPage,
  rowsBetween,
  withoutUids,
  withPositions,
} from '../../../../../plugin/web/state/list/rows.ts'
import { uidSetOf } from '../../../../../plugin/web/wire/uid-set.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'

const rows = insertPage(
  new Map(),
  0,
  [9, 8, 7, 6, 5].map((uid) => fakeMessage(uid).row),
)

function uidsOf(list: typeof rows): readonly number[] {
  return [...list].sort(([one], [other]) => one - other).map(([, row]) => row.uid)
}

test('a message that moved to another page is not shown twice', (t) => {
  const later = insertPage(rows, 5, [fakeMessage(6).row, fakeMessage(4).row])

  t.deepEqual(uidsOf(later), [9, 8, 7, 5, 6, 4])
})

test('the rows behind a removed message move up', (t) => {
  const { rows: left } = withoutUids(rows, uidSetOf([8, 6]))

  t.deepEqual([...left.keys()].sort(), [0, 1, 2])
  t.deepEqual(uidsOf(left), [9, 7, 5])
})

test('removed messages return to the places they were taken from', (t) => {
  const { rows: left, taken } = withoutUids(rows, uidSetOf([8, 6]))

  t.deepEqual(uidsOf(withPositions(left, taken)), uidsOf(rows))
})

test('rows far from the window are let go when there are too many', (t) => {
  t.deepEqual(uidsOf(nearRows(rows, 0, 2)), [9, 8])
})

test('the rows around a page of a newer state follow it', (t) => {
  const page = [7, 11, 6].map((uid) => fakeMessage(uid).row)

  const later = insertNewPage(rows, 4, page, 3)

  t.deepEqual(
    [...later]
      .map(([index, row]) => [index, row.uid])
      .toSorted(([one = 0], [other = 0]) => one - other),
    [
      [2, 9],
      [3, 8],
      [4, 7],
      [5, 11],
      [6, 6],
      [7, 5],
    ],
  )
})

test('rows that share no message with a page of a newer state move by how much the list has grown', (t) => {
  const later = insertNewPage(rows, 0, [fakeMessage(11).row, fakeMessage(10).row], 2)

  t.deepEqual(uidsOf(later), [11, 10, 9, 8, 7, 6, 5])
})

test('a range is known only when every row of it is loaded', (t) => {
  t.deepEqual(
    rowsBetween(rows, 3, 1)?.map(({ uid }) => uid),
    [8, 7, 6],
  )
  t.is(rowsBetween(rows, 3, 5), undefined)
})
