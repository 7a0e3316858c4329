import test from 'ava'
import fc from 'fast-check'
import {
  common,
  hasUid,
  noUids,
  parseUidSet,
  uidSetOf,
  uidSetText,
  uidsOf,
  united,
  without,
} from '../../../../plugin/web/wire/uid-set.ts'

const uids = fc.array(fc.integer({ min: 1, max: 40 }))

function sorted(numbers: Iterable<number>): readonly number[] {
  return [...new Set(numbers)].toSorted((one, other) => one - other)
}

function isSame(set: ReturnType<typeof uidSetOf>, expected: Iterable<number>): boolean {
  const wanted = sorted(expected)
  return set.size === wanted.length && uidsOf(set).join() === wanted.join()
}

test('a set of UIDs is written as ranges and read back', (t) => {
  const set = uidSetOf([7, 3, 1, 2, 3])

  t.is(uidSetText(set), '1:3,7')
  t.deepEqual(parseUidSet('1:3,7'), set)
  t.deepEqual(parseUidSet(''), noUids)
})

test('sets of UIDs are united, reduced and intersected as sets are', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(uids, uids, (one, other) => {
        const [first, second] = [uidSetOf(one), uidSetOf(other)]
        const left = one.filter((uid) => !other.includes(uid))
        const both = one.filter((uid) => other.includes(uid))
        return (
          isSame(united(first, second), [...one, ...other]) &&
          isSame(without(first, second), left) &&
          isSame(common(first, second), both) &&
          one.every((uid) => hasUid(first, uid)) &&
          left.every((uid) => !hasUid(second, uid))
        )
      }),
    ),
  )
})

test('half a million UIDs in a row are one range', (t) => {
  const all = parseUidSet('1:500000')

  const left = without(all, uidSetOf([250_000]))

  t.is(uidSetText(left), '1:249999,250001:500000')
  t.is(left.size, 499_999)
  t.false(hasUid(left, 250_000))
})
