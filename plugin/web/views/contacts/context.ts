import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ContactWords } from '../../messages/contacts/en.ts'
import type { Contacts } from '../../state/contacts/contacts.ts'

/** What the views of the contacts work on. */
export interface ContactsScope {
  readonly contacts: Contacts
  readonly words: ContactWords
}

/** Carries the contacts to their views. */
export const ContactsContext = createContext<ContactsScope | undefined>(undefined)

/** The contacts a view belongs to. Throws outside of them: that is a mistake of the programmer. */
export function useContacts(): ContactsScope {
  const scope = useContext(ContactsContext)
  if (scope === undefined) throw new Error('a view was rendered outside the contacts')
  return scope
}
