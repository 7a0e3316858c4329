import test from 'ava'
import fc from 'fast-check'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import { fillContact, mergeContacts, uniteContacts } from '../../../plugin/contacts/merge.ts'
import { anyContact } from '../../support/contacts/contact-arbitrary.ts'

const ada = {
  ...emptyContact('Ada'),
  title: 'Countess',
  emails: [{ address: 'a@example.test', label: '' }],
  groups: ['Friends'],
}

test('changes of different fields are both kept', (t) => {
  const mine = { ...ada, title: 'Lady', emails: [...ada.emails, email('b@example.test')] }
  const theirs = { ...ada, note: 'Notes', emails: [email('c@example.test')], groups: [] }

  t.deepEqual(mergeContacts(ada, mine, theirs), {
    contact: {
      ...ada,
      title: 'Lady',
      note: 'Notes',
      emails: [email('c@example.test'), email('b@example.test')],
      groups: [],
    },
    conflicts: [],
  })
})

test('a field that both changed to something else is a conflict, and has what stands', (t) => {
  const { contact, conflicts } = mergeContacts(
    ada,
    { ...ada, title: 'Lady' },
    { ...ada, title: 'Programmer' },
  )

  t.deepEqual([contact.title, conflicts], ['Programmer', ['title']])
})

test('who changed nothing takes what the other one has', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(anyContact, anyContact, (base, changed) => {
        const texts = [mergeContacts(base, base, changed), mergeContacts(base, changed, base)].map(
          ({ contact, conflicts }) => JSON.stringify([contact, conflicts]),
        )
        return texts.every((text) => text === JSON.stringify([changed, []]))
      }),
    ),
  )
})

test('united duplicates say all that each of them said', (t) => {
  const other = {
    ...emptyContact('A. Lovelace'),
    organisation: 'Engines',
    emails: [...ada.emails, email('b@example.test')],
    note: 'first programmer',
  }

  t.deepEqual(uniteContacts(ada, [other]), {
    ...ada,
    organisation: 'Engines',
    emails: [...ada.emails, email('b@example.test')],
    note: 'first programmer\n\nA. Lovelace',
  })
})

test('a contact filled with its own file again stays as the user has it', (t) => {
  const changed = { ...ada, name: 'Ada King' }

  t.deepEqual(fillContact(changed, ada), changed)
})

function email(address: string) {
  return { address, label: '' }
}
