import test from 'ava'
import { areSureThreads } from '../../../../plugin/accelerator/response/sure-threads.ts'
import type { MessageRow } from '../../../../proxy/mail/index.ts'
import { rowOf } from '../../../support/actions/samples.ts'

type Place = readonly [uid: number, depth: number, parentUid?: number, below?: 'a missing message']

function rowsOf(locations: readonly Place[]): readonly MessageRow[] {
  return locations.map(([uid, depth, parentUid, below]) => ({
    ...rowOf({ uid }),
    thread: {
      ...{ depth, parentUid, hasChildren: false, unreadChildren: 0 },
      ...(below === undefined ? {} : { isBelowMissing: true as const }),
    },
  }))
}

const branched: readonly Place[] = [
  [1, 0],
  [2, 1, 1],
  [3, 1, 1],
]
const joined: readonly Place[] = [
  [5, 0],
  [6, 1, 5],
  [7, 1, 5, 'a missing message'],
  [8, 2, 7],
]

for (const [what, locations, isSure] of [
  ['with two answers to one message are shown', branched, true],
  ['whose first message is missing are shown', joined, true],
  ['of both kinds are shown', [...joined, ...branched], true],
  [
    'whose first message is missing, with two answers in a branch, are left to Roundcube',
    [...joined, [9, 2, 7]],
    false,
  ],
  [
    'with two answers before those of a missing message are left to Roundcube',
    [...branched, [4, 1, 1, 'a missing message']],
    false,
  ],
] as const) {
  test(`threads ${what}`, (t) => {
    t.is(areSureThreads(rowsOf(locations)), isSure)
  })
}

test('rows of a mail server without threads are left to Roundcube', (t) => {
  t.false(areSureThreads([rowOf({ uid: 1 })]))
})
