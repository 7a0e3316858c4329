import { useEffect, useRef } from 'preact/hooks'
import { useApp } from './app/app-context.ts'
import { notingPosts } from './wire/http/noting-posts.ts'
import { createContacts, type Contacts } from './state/contacts/contacts.ts'
import { openOwnChanges, type OwnChanges } from './state/settings/own-changes.ts'
import { ContactsContext } from './views/contacts/context.ts'
import { ContactsPages } from './views/contacts/pages.tsx'

/** The address book. It is a chunk of its own: nothing but its loader imports it. */
export function ContactsDialog() {
  const { env, http, connection, unsaved, noteContactChange, laterText } = useApp()
  const life = useRef(new AbortController())
  const others = useRef<OwnChanges | null>(null)
  const contacts = useRef<Contacts | null>(null)
  contacts.current ??= createContacts({
    http: notingPosts(http, noteContactChange),
    connection,
    unsaved,
    signal: life.current.signal,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onChanged: () => others.current?.publish('contacts'),
  })

  useEffect(() => {
    others.current = openOwnChanges(env.user, window.BroadcastChannel, (change) => {
      if (change === 'contacts') contacts.current?.changedElsewhere()
    })
    return () => {
      others.current?.close()
      life.current.abort()
    }
  }, [])

  return (
    <ContactsContext.Provider value={{ contacts: contacts.current, texts: laterText.contacts }}>
      <ContactsPages />
    </ContactsContext.Provider>
  )
}
