import { z } from 'zod'
import { setGroup } from '../../contacts/book/change.ts'
import { changeGroup } from '../../contacts/book/change-group.ts'
import { findDuplicates, mergeDuplicates } from '../../contacts/book/duplicates.ts'
import { removeContacts } from '../../contacts/book/remove.ts'
import { defineAction } from '../contract/contract.ts'
import { idInput, nothing } from '../contract/input.ts'
import { groupName, MAX_CONTACTS, seenContacts } from './input.ts'
import {
  contactOutput,
  contactResult,
  contactRow,
  contactsChanged,
  rowOfContact,
} from './output.ts'

export const deleteContacts = defineAction({
  name: 'delete-contacts',
  method: 'POST',
  about: 'deletes contacts: all of them as they were seen, or none',
  context: 'contacts',
  input: z.strictObject({ seen: seenContacts(1, MAX_CONTACTS) }),
  output: contactsChanged,
  async run({ seen }, { contacts: book }) {
    await removeContacts(book, seen)
    return { kind: 'contacts-changed', count: seen.length }
  },
})

export const groupContacts = defineAction({
  name: 'group-contacts',
  method: 'POST',
  about: 'puts contacts into a group, which its first makes, or takes them out of it',
  context: 'contacts',
  input: z.strictObject({
    ids: z.array(idInput).min(1).max(MAX_CONTACTS),
    group: groupName,
    isIn: z.boolean(),
  }),
  output: contactsChanged,
  async run({ ids, ...group }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await setGroup(book, ids, group) }
  },
})

export const renameGroup = defineAction({
  name: 'rename-group',
  method: 'POST',
  about: 'another name for a group, with everybody in it',
  context: 'contacts',
  input: z.strictObject({ group: groupName, name: groupName }),
  output: contactsChanged,
  async run({ group, name }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await changeGroup(book, group, name) }
  },
})

export const deleteGroup = defineAction({
  name: 'delete-group',
  method: 'POST',
  about: 'deletes a group; its contacts stay',
  context: 'contacts',
  input: z.strictObject({ group: groupName }),
  output: contactsChanged,
  async run({ group }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await changeGroup(book, group, undefined) }
  },
})

/** Sets of one response: more are found when these are merged. */
const MAX_SETS = 100

export const contactDuplicates = defineAction({
  name: 'contact-doubles',
  method: 'GET',
  about: 'sets of contacts that share an address or a name',
  context: 'contacts',
  input: nothing,
  output: z.strictObject({
    kind: z.literal('contact-doubles'),
    sets: z.array(z.array(contactRow)),
  }),
  async run(_input, { contacts: book }) {
    const sets = findDuplicates(await book.index(), MAX_SETS)
    return { kind: 'contact-doubles', sets: sets.map((set) => set.map(rowOfContact)) }
  },
})

const MAX_MERGED = 50

export const mergeContacts = defineAction({
  name: 'merge-contacts',
  method: 'POST',
  about: 'makes one contact of several, as they were seen',
  context: 'contacts',
  input: z.strictObject({ seen: seenContacts(2, MAX_MERGED) }),
  output: contactOutput,
  run: async ({ seen }, { contacts: book }) => contactResult(await mergeDuplicates(book, seen)),
})
