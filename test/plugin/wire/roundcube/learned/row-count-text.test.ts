import test from 'ava'
import {
  learnRowCountText,
  writeRowCount,
} from '../../../../../plugin/wire/roundcube/learned/row-count-text.ts'

test('a mailbox of one message is written as it was, and larger counts where the order of numbers is known', (t) => {
  const one = learnRowCountText('Messages 1 to 1 of 1', { first: 1, last: 1, total: 1 })
  const many = learnRowCountText('51 von 1 bis 50', { first: 1, last: 50, total: 51 })

  t.is(one && writeRowCount(one, { first: 1, last: 1, total: 1 }), 'Messages 1 to 1 of 1')
  t.is(one && writeRowCount(one, { first: 1, last: 2, total: 2 }), undefined)
  t.is(many && writeRowCount(many, { first: 51, last: 51, total: 51 }), '51 von 51 bis 51')
  t.is(learnRowCountText('Messages 1 to 1 of 1', { first: 1, last: 2, total: 2 }), undefined)
})
