import test from 'ava'
import {
  createMoveCounts,
  isFiltered,
  ruleOf,
  withOffered,
} from '../../../../../plugin/web/state/filters/move-offers.ts'

const offer = { address: 'shop@example.test', folder: 'Shops' }

test('the third message of a sender that goes to a folder makes an offer, and no later one does at once', (t) => {
  const counts = createMoveCounts()

  const found = Array.from({ length: 5 }, () => counts.note(['Shop@example.test'], 'Shops'))

  t.deepEqual(found, [undefined, undefined, offer, undefined, undefined])
})

test('three of a sender that are moved at once make an offer, others with them or not', (t) => {
  const sender = 'shop@example.test'

  t.deepEqual(createMoveCounts().note([sender, 'a@b.test', sender, sender], 'Shops'), offer)
})

test('messages that go to different folders, or back by an undo, are not counted together', (t) => {
  const counts = createMoveCounts()
  const sender = ['shop@example.test']

  t.is(counts.note(sender, 'Shops'), undefined)
  t.is(counts.note(sender, 'Shops'), undefined)
  t.is(counts.note(sender, 'Other'), undefined)
  t.is(counts.note(sender, 'Other'), undefined)
  t.is(counts.note(sender, undefined), undefined)
  t.is(counts.note(sender, 'Other'), undefined)
})

test('of many senders the one whose messages were moved longest ago is forgotten', (t) => {
  const counts = createMoveCounts()
  const sender = ['shop@example.test']
  counts.note(sender, 'Shops')
  counts.note(sender, 'Shops')

  counts.note(
    Array.from({ length: 200 }, (_, at) => `${at}@other.test`),
    'Other',
  )

  t.is(counts.note(sender, 'Shops'), undefined)
})

test('the list of offers is bounded, and has each sender once', (t) => {
  const offered = Array.from({ length: 100 }, (_, at) => `${at}@other.test`)

  const next = withOffered(offered, '50@other.test')
  t.deepEqual([next.length, next.at(-1)], [100, '50@other.test'])
  t.is(withOffered(offered, 'new@other.test').length, 100)
})

test('a sender that a filter names needs no offer', (t) => {
  const entries = [{ kind: 'rule', rule: ruleOf(offer) } as const]

  t.true(isFiltered(entries, 'shop@example.test'))
  t.false(isFiltered(entries, 'ada@example.test'))
})
