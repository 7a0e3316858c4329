import { createContactBooks, type ContactBook } from '../../../plugin/contacts/book/contact-book.ts'
import { importContacts } from '../../../plugin/contacts/book/import.ts'
import { emptyContact, type Contact } from '../../../plugin/contacts/contact.ts'
import { memoryPersonal } from './memory-personal.ts'

const owner = { username: 'user0001@example.test', mailHost: '127.0.0.1' }

/** A book over documents in memory, with these contacts. */
export async function memoryBook(
  contacts: readonly Contact[] = [],
): Promise<{ readonly book: ContactBook; readonly personal: ReturnType<typeof memoryPersonal> }> {
  const personal = memoryPersonal()
  const book = emptyBook(personal)
  const entries = contacts.map((contact) => ({ line: 1, contact, photo: undefined }))
  if (entries.length > 0) await importContacts(book, entries, '')
  return { book, personal }
}

/** The book of one owner over these documents. */
export function emptyBook(personal = memoryPersonal()): ContactBook {
  return createContactBooks({ personal, maxIndexed: 100_000 }).of(owner)
}

/** A contact with a name and addresses. */
export function contactNamed(name: string, ...addresses: readonly string[]): Contact {
  return {
    ...emptyContact(name),
    emails: addresses.map((address) => ({ address, label: '' })),
  }
}
