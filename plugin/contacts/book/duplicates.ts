import { readContact } from '../contact.ts'
import { uniteContacts } from '../merge.ts'
import { Refusal } from '../../http/refusal.ts'
import { writeContact } from '../contact.ts'
import { saveAll, type StoredContact } from './change.ts'
import type { ContactBook } from './contact-book.ts'
import type { ContactEntry, ContactIndex } from './contact-index.ts'
import type { SeenContacts } from './remove.ts'

/** Contacts that share an address or have the same name, as sets of two and more; linear in the contacts. */
export function findDuplicates(
  { entries }: ContactIndex,
  maxSets: number,
): readonly (readonly ContactEntry[])[] {
  const firstBy = new Map<string, ContactEntry>()
  const parents = new Map<ContactEntry, ContactEntry>()

  function rootOf(entry: ContactEntry): ContactEntry {
    let root = entry
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above
    // Shortens the way for the next one.
    if (root !== entry) parents.set(entry, root)
    return root
  }

  for (const entry of entries) {
    const marks = [`name ${entry.key}`, ...entry.emails.map((email) => email.toLowerCase())]
    for (const mark of marks) {
      const first = firstBy.get(mark)
      if (first === undefined) firstBy.set(mark, entry)
      else if (rootOf(first) !== rootOf(entry)) parents.set(rootOf(entry), rootOf(first))
    }
  }
  const sets = new Map<ContactEntry, ContactEntry[]>()
  for (const entry of entries) {
    const root = rootOf(entry)
    const set = sets.get(root)
    if (set === undefined) sets.set(root, [entry])
    else set.push(entry)
  }
  return [...sets.values()].filter((set) => set.length > 1).slice(0, maxSets)
}

/** Makes one contact of several, the first of which it is shown by; all in one change. Throws Refusal. */
export async function mergeDuplicates(
  book: ContactBook,
  seen: SeenContacts,
): Promise<StoredContact> {
  const contacts = await Promise.all(
    seen.map(async ({ id, version }) => {
      const document = await book.find('contact', id)
      if (document?.version !== version) throw new Refusal('contact_changed')
      return readContact(document.body)
    }),
  )
  const [first, ...others] = contacts.flatMap((contact) => contact ?? [])
  const [remaining, ...removed] = seen
  if (remaining === undefined || first === undefined || others.length !== removed.length) {
    throw new Refusal('contact_not_found')
  }
  const contact = uniteContacts(first, others)
  await saveAll(book, 'contact', [
    { id: remaining.id, baseVersion: remaining.version, body: writeContact(contact) },
    ...removed.map(({ id, version }) => ({ id, baseVersion: version, body: undefined })),
  ])
  return { id: remaining.id, version: remaining.version + 1, contact }
}
