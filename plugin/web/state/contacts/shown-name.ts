import type { NativeContact } from '../../../wire/native/types.ts'

/**
 * The contact with what it is shown as: a name the contact gave it stays; one that was made of its parts follows
 * them. Empty where there is nothing to show.
 */
export function withShownName(contact: NativeContact, before: NativeContact): NativeContact {
  const isMade = contact.name === '' || (contact.name === before.name && isMadeName(before))
  return isMade ? { ...contact, name: madeName(contact) } : contact
}

function isMadeName(contact: NativeContact): boolean {
  return contact.name === madeName(contact)
}

function madeName(contact: NativeContact): string {
  const { prefix, given, middle, family, suffix, nickname, organisation } = contact
  const full = [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ')
  const others = [nickname, organisation, contact.emails[0]?.address, contact.phones[0]?.number]
  return full || (others.find((text) => text !== undefined && text !== '') ?? '')
}
