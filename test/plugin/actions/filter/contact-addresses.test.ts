import test from 'ava'
import {
  addressBookOf,
  isWrittenWith,
  withAddresses,
} from '../../../../plugin/actions/filter/contact-addresses.ts'
import { indexContacts } from '../../../../plugin/contacts/book/contact-index.ts'
import { emptyContact } from '../../../../plugin/contacts/contact.ts'

/** A book of contacts with these names, each with an address of that name. */
function bookOf(names: readonly string[]) {
  const documents = names.map((name, at) => {
    const emails = [{ address: `${name}@example.test`, label: '' }]
    const body = JSON.stringify({ ...emptyContact(name), emails })
    return { kind: 'contact', id: String(at), version: 1, body, changedAt: 0 }
  })
  return {
    index: () => indexContacts({ revision: 1, documents }),
    refresh: async () => ({ isReadOnly: false, isRefused: false }),
  }
}

test('the addresses of contacts are in order, whatever order the contacts are in', async (t) => {
  const book = await addressBookOf(bookOf(['Mia', 'Ada']))

  t.deepEqual(book, { addresses: ['ada@example.test', 'mia@example.test'], total: 2 })
  t.true(isWrittenWith(['ada@example.test', 'mia@example.test'], book))
  t.false(isWrittenWith(['ada@example.test'], book))
  t.false(isWrittenWith(['ada@example.test', 'ben@example.test'], book))
})

test('of more contacts than fit the first by name count', async (t) => {
  const names = Array.from({ length: 5_003 }, (_, at) => `c${String(at).padStart(4, '0')}`)

  const { addresses, total } = await addressBookOf(bookOf(names.toReversed()))

  t.deepEqual([addresses.length, total], [5_000, 5_003])
  t.is(addresses.at(-1), 'c4999@example.test')
})

test('only a condition about the contacts gets them', (t) => {
  const contact = { kind: 'contact', isNot: true } as const
  const size = { kind: 'size', isNot: false, comparison: 'over', bytes: 1 } as const
  const rule = {
    name: '',
    isEnabled: true,
    match: 'all',
    conditions: [contact, size],
    actions: [],
  } as const

  const { conditions } = withAddresses(rule, { addresses: ['ada@example.test'], total: 1 })

  t.deepEqual(conditions, [{ ...contact, addresses: ['ada@example.test'] }, size])
})
