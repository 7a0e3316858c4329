import { setGroup } from '../../contacts/book/change.ts'
import { changeGroup } from '../../contacts/book/change-group.ts'
import { findDoubles, mergeDoubles } from '../../contacts/book/doubles.ts'
import { removeContacts, type SeenContacts } from '../../contacts/book/remove.ts'
import type { Action } from '../contract/action.ts'
import { contactResult } from './contact.ts'

/** mail/delete-contacts: all of them as they were seen, or none. */
export const deleteContacts: Action<{ readonly seen: SeenContacts }> = {
  method: 'POST',
  async run({ seen }, { contacts: book }) {
    await removeContacts(book, seen)
    return { kind: 'contacts-changed', count: seen.length }
  },
}

/** Which contacts come into a group or leave it. */
export interface GroupInput {
  readonly ids: readonly string[]
  readonly group: string
  readonly isIn: boolean
}

/** mail/group-contacts: a group is made by its first member and gone with its last. */
export const groupContacts: Action<GroupInput> = {
  method: 'POST',
  async run({ ids, ...group }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await setGroup(book, ids, group) }
  },
}

/** mail/rename-group: with everybody in it. */
export const renameGroup: Action<{ readonly group: string; readonly name: string }> = {
  method: 'POST',
  async run({ group, name }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await changeGroup(book, group, name) }
  },
}

/** mail/delete-group: its people stay. */
export const deleteGroup: Action<{ readonly group: string }> = {
  method: 'POST',
  async run({ group }, { contacts: book }) {
    return { kind: 'contacts-changed', count: await changeGroup(book, group, undefined) }
  },
}

/** Sets of one answer: more are found when these are merged. */
const MAX_SETS = 100

/** mail/contact-doubles: contacts that look like the same person. */
export const contactDoubles: Action<undefined> = {
  method: 'GET',
  async run(_input, { contacts: book }) {
    return { kind: 'contact-doubles', sets: findDoubles(await book.index(), MAX_SETS) }
  },
}

/** mail/merge-contacts: makes one of several, as they were seen. */
export const mergeContacts: Action<{ readonly seen: SeenContacts }> = {
  method: 'POST',
  run: async ({ seen }, { contacts: book }) => contactResult(await mergeDoubles(book, seen)),
}
