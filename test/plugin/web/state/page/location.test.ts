import test from 'ava'
import fc from 'fast-check'
import {
  fragmentOf,
  isSameLocation,
  locationOfFragment,
  type PageLocation,
} from '../../../../../plugin/web/state/page/location.ts'

const index = fc.record({
  query: fc.record({
    mailbox: fc.string({ minLength: 1 }),
    order: fc.record({
      column: fc.constantFrom('arrival', 'date', 'from', 'to', 'subject', 'size'),
      isDescending: fc.boolean(),
    }),
    isThreaded: fc.constant(false),
    search: fc.string({ minLength: 1, unit: 'binary' }),
    scope: fc.constantFrom('usual', 'subject', 'from', 'to', 'text'),
    filter: fc.constantFrom('ALL', 'UNSEEN', 'FLAGGED', 'ATTACHMENT'),
  }),
  row: fc.nat({ max: 1_000_000 }),
  message: fc.option(
    fc.record({
      mailbox: fc.string({ minLength: 1 }),
      uidValidity: fc.constantFrom('', '1795341509'),
      uid: fc.integer({ min: 1, max: 4_294_967_295 }),
    }),
    { nil: undefined },
  ),
  isComposing: fc.boolean(),
}) satisfies fc.Arbitrary<PageLocation>

test('a place is read back from its fragment', (t) => {
  fc.assert(
    fc.property(index, (one) => {
      const read = locationOfFragment(fragmentOf(one), false)
      return isSameLocation(one, read) && read.row === one.row
    }),
  )
  t.pass()
})

test('a fragment of anything is a place', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { query, row } = locationOfFragment(`#${text}`, true)
      return query.mailbox !== '' && row >= 0
    }),
  )
  t.pass()
})

test('the first rows of INBOX need no fragment', (t) => {
  t.is(fragmentOf(locationOfFragment('', false)), '')
})
