import { effect, untracked } from '@preact/signals'
import type { Dialogs } from '../notice/dialogs.ts'
import type { ContactQuery } from './contact-list.ts'
import type { Contacts } from './contacts.ts'
import { openIdOf, type OpenContact } from './open-contact.ts'

/** Which group is listed, and which contact is open; each empty for none. */
interface ContactPosition {
  readonly group: string
  readonly id: string
}

/**
 * Keeps the address of the dialog and what it shows in step: a contact or a group opens again after a reload, by going
 * back, and from a bookmark. Lists what the address requests at once. Returns how to stop.
 */
export function followContactPosition(
  contacts: Contacts,
  { open, section }: Pick<Dialogs, 'open' | 'section'>,
): () => void {
  const { group, id } = contactPositionOf(section.peek())
  contacts.look({ ...contacts.query.peek(), group })
  if (id !== '') contacts.show(id)

  const stopNoting = effect(() => {
    section.value = sectionOf(contacts.open.value, contacts.query.value)
  })
  const stopFollowing = effect(() => {
    const wanted = section.value
    untracked(() => {
      if (open.peek() !== 'contacts') return
      goTo(contacts, wanted)
      // A form that was closed leaves its contact shown.
      section.value = sectionOf(contacts.open.peek(), contacts.query.peek())
    })
  })
  return () => {
    stopNoting()
    stopFollowing()
  }
}

function goTo(contacts: Contacts, wanted: string): void {
  const query = contacts.query.peek()
  if (wanted === sectionOf(contacts.open.peek(), query)) return
  const { group, id } = contactPositionOf(wanted)
  if (group !== query.group || query.isDirectory) {
    contacts.look({ search: '', group, isDirectory: false })
  }
  if (id === '') contacts.close()
  else if (id !== openIdOf(contacts.open.peek())) contacts.show(id)
}

/** Users of the directory have no address: it is someone else's server, and may name them otherwise tomorrow. */
function sectionOf(open: OpenContact, { group, isDirectory }: ContactQuery): string {
  if (isDirectory) return ''
  const id = openIdOf(open) ?? ''
  return group === '' && id === '' ? '' : `${group}/${id}`
}

/** A group may have any name; no id has a slash. */
function contactPositionOf(section: string): ContactPosition {
  const end = section.lastIndexOf('/')
  return { group: section.slice(0, Math.max(0, end)), id: section.slice(end + 1) }
}
