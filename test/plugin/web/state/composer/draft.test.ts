import test from 'ava'
import {
  emptyDraft,
  formatAddresses,
  isAttachmentForgotten,
} from '../../../../../plugin/web/state/composer/draft.ts'

const text = ['attach']

test('a text that speaks of an attachment is noticed when there is none', (t) => {
  t.true(isAttachmentForgotten({ ...emptyDraft('id'), text: 'See the attached plan.' }, text))
})

test('what others wrote about attachments does not count', (t) => {
  t.false(isAttachmentForgotten({ ...emptyDraft('id'), text: 'Yes.\n> I attach it' }, text))
})

test('a file that is there is not missed', (t) => {
  const files = [new File(['x'], 'plan.txt')]

  t.false(isAttachmentForgotten({ ...emptyDraft('id'), text: 'attached', files }, text))
})

test('a name with a comma is quoted, so that it stays one recipient', (t) => {
  const addresses = [
    { name: 'Lovelace, Ada', address: 'ada@example.test' },
    { name: '', address: 'grace@example.test' },
  ]

  t.is(formatAddresses(addresses), '"Lovelace, Ada" <ada@example.test>, grace@example.test')
})
