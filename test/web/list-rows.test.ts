import test from 'ava'
import { nearRows, placePage, withoutUids, withPlaces } from '../../plugin/web/state/list-rows.ts'
import { fakeMessage } from './fake-mail.ts'

const rows = placePage(
  new Map(),
  0,
  [9, 8, 7, 6, 5].map((uid) => fakeMessage(uid).row),
)

function uidsOf(list: typeof rows): readonly number[] {
  return [...list].sort(([one], [other]) => one - other).map(([, row]) => row.uid)
}

test('a message that moved to another page is not shown twice', (t) => {
  const later = placePage(rows, 5, [fakeMessage(6).row, fakeMessage(4).row])

  t.deepEqual(uidsOf(later), [9, 8, 7, 5, 6, 4])
})

test('the rows behind a removed message move up', (t) => {
  const { rows: left } = withoutUids(rows, new Set([8, 6]))

  t.deepEqual([...left.keys()].sort(), [0, 1, 2])
  t.deepEqual(uidsOf(left), [9, 7, 5])
})

test('removed messages return to the places they were taken from', (t) => {
  const { rows: left, taken } = withoutUids(rows, new Set([8, 6]))

  t.deepEqual(uidsOf(withPlaces(left, taken)), uidsOf(rows))
})

test('rows far from the window are let go when there are too many', (t) => {
  t.deepEqual(uidsOf(nearRows(rows, 0, 2)), [9, 8])
})
