import {
  changeContact,
  createContact,
  findContact,
  type StoredContact,
} from '../../contacts/book/change.ts'
import { removeUnusedPhotos } from '../../contacts/book/remove.ts'
import { emptyContact, type Contact } from '../../contacts/contact.ts'
import type { ContactResult } from '../result/contacts.ts'
import type { Action } from '../contract/action.ts'

/** mail/contact: all of one contact. */
export const contact: Action<{ readonly id: string }> = {
  method: 'GET',
  run: async ({ id }, { contacts: book }) => contactResult(await findContact(book, id)),
}

/** A contact as it is to be. */
export interface SaveContactInput {
  readonly contact: Contact
  /** As it was when it was opened; undefined for a new one. */
  readonly base: StoredContact | undefined
}

/** mail/save-contact: creates or changes one. Where it was changed elsewhere: see changeContact. */
export const saveContact: Action<SaveContactInput> = {
  method: 'POST',
  async run({ contact: wanted, base }, { contacts: book }) {
    if (base === undefined) return contactResult(await createContact(book, wanted))
    const outcome = await changeContact(book, base, wanted)
    if (outcome.kind === 'conflict') return { ...outcome, kind: 'contact-conflict' }
    if (base.contact.photo !== outcome.stored.contact.photo) {
      await removeUnusedPhotos(book, [base.contact.photo])
    }
    return { ...contactResult(outcome.stored), isMerged: outcome.isMerged }
  },
}

/** mail/add-contact: a contact of somebody in a message; the one that has the address, where there is one. */
export const addContact: Action<{ readonly name: string; readonly address: string }> = {
  method: 'POST',
  async run({ name, address }, { contacts: book }) {
    const known = (await book.index()).byAddress.get(address.toLowerCase())
    if (known !== undefined) {
      return { ...contactResult(await findContact(book, known.id)), isKnown: true }
    }
    const added = { ...emptyContact(name || address), emails: [{ address, label: '' }] }
    return contactResult(await createContact(book, added))
  },
}

/** A contact as an answer. */
export function contactResult(stored: StoredContact): ContactResult {
  return { kind: 'contact', ...stored, isMerged: false, isKnown: false }
}
