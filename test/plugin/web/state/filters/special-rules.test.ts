import test from 'ava'
import {
  blockedOf,
  findForwarding,
  forwardingOf,
  withBlocked,
  withForwarding,
} from '../../../../../plugin/web/state/filters/special-rules.ts'
import { shops } from '../../../../support/web/filter-entries.ts'

test('forwarding comes last, and is read as it was written', (t) => {
  const wanted = { isOn: true, address: 'mia@elsewhere.test', isCopyKept: false }

  const entries = withForwarding([shops], wanted, 'Forwarding')

  t.is(entries[0], shops)
  t.deepEqual(forwardingOf(findForwarding(entries)), wanted)
})

test('blocked senders are one rule before all others, of addresses and domains, until none is left', (t) => {
  const blocked = ['spam@example.org', '@spam.test']

  const entries = withBlocked([shops], blocked, 'Junk')

  t.deepEqual(blockedOf(entries), blocked)
  t.is(entries[1], shops)
  t.deepEqual(withBlocked(entries, [], 'Junk'), [shops])
})
