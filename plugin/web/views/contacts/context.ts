import type { ContactWords } from '../../texts/later-texts.ts'
import type { Contacts } from '../../state/contacts/contacts.ts'
import { createScope } from '../../app/create-scope.ts'

/** What the views of the contacts work on. */
export interface ContactsScope {
  readonly contacts: Contacts
  readonly texts: ContactWords
}

/** Carries it to the views. */
export const [ContactsContext, useContacts] = createScope<ContactsScope>('the contacts')
