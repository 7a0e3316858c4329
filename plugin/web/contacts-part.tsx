import { useEffect, useRef } from 'preact/hooks'
import { useApp } from './app/app-context.ts'
import { contactsEn } from './messages/contacts/en.ts'
import { createContactApi } from './wire/contact-api.ts'
import { createContacts } from './state/contacts/contacts.ts'
import { ContactsContext, type ContactsScope } from './views/contacts/context.ts'
import { ContactsPages } from './views/contacts/pages.tsx'

/** The address book. It is a chunk of its own: nothing but its loader imports it. */
export function ContactsDialog() {
  const { http, connection } = useApp()
  const life = useRef(new AbortController())
  const scope = useRef<ContactsScope | null>(null)
  scope.current ??= {
    contacts: createContacts({
      api: createContactApi(http),
      connection,
      signal: life.current.signal,
    }),
    words: contactsEn,
  }

  useEffect(() => () => life.current.abort(), [])

  return (
    <ContactsContext.Provider value={scope.current}>
      <ContactsPages />
    </ContactsContext.Provider>
  )
}
