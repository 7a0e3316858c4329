import { randomUUID } from 'node:crypto'
import {
  PersonalRefused,
  type PersonalChange,
  type PersonalDocument,
  type PersonalSave,
} from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { readContact, writeContact, type Contact } from '../contact.ts'
import { mergeContacts } from '../merge.ts'
import type { BookKind, ContactBook } from './contact-book.ts'

/** A contact as it is in the book. */
export interface StoredContact {
  readonly id: string
  readonly version: number
  readonly contact: Contact
}

/** What became of a change. */
export type ChangeOutcome =
  | { readonly kind: 'saved'; readonly stored: StoredContact; readonly isMerged: boolean }
  | {
      readonly kind: 'conflict'
      /** As it is now; undefined: it was removed. */
      readonly theirs: StoredContact | undefined
      /** Both changes, with theirs where they say something else. */
      readonly merged: Contact | undefined
      readonly fields: readonly (keyof Contact)[]
    }

/** When others change the same at the same time. */
const MAX_ATTEMPTS = 4

/** Reads a contact. Throws Refusal('contact_not_found'). */
export async function findContact(book: ContactBook, id: string): Promise<StoredContact> {
  const document = await book.find('contact', id)
  const contact = document === undefined ? undefined : readContact(document.body)
  if (document === undefined || contact === undefined) throw new Refusal('contact_not_found')
  return { id, version: document.version, contact }
}

/** Keeps a new contact. Throws Refusal. */
export async function createContact(book: ContactBook, contact: Contact): Promise<StoredContact> {
  const id = randomUUID()
  await saveAll(book, 'contact', [{ id, baseVersion: 0, body: writeContact(contact) }])
  return { id, version: 1, contact }
}

/**
 * Changes a contact that stood at `base` when it was opened. Where it was changed meanwhile both changes are merged
 * field by field; where they say something else nothing is kept, and what is to be decided is told. Throws Refusal.
 */
export async function changeContact(
  book: ContactBook,
  { id, version: baseVersion, contact: base }: StoredContact,
  changed: Contact,
): Promise<ChangeOutcome> {
  let [version, contact, isMerged] = [baseVersion, changed, false]
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const body = writeContact(contact)
    const outcome = await boundedSave(book, 'contact', [{ id, baseVersion: version, body }])
    if ('saved' in outcome) {
      const saved = outcome.saved[0]?.version ?? version + 1
      return { kind: 'saved', stored: { id, version: saved, contact }, isMerged }
    }
    const [standing] = outcome.conflicts
    if (standing === undefined || !('body' in standing)) {
      return { kind: 'conflict', theirs: undefined, merged: undefined, fields: [] }
    }
    const now = readContact(standing.body)
    if (now === undefined) throw new Refusal('contact_changed')
    const merged = mergeContacts(base, changed, now)
    if (merged.conflicts.length > 0) {
      const theirs = { id, version: standing.version, contact: now }
      return { kind: 'conflict', theirs, merged: merged.contact, fields: merged.conflicts }
    }
    version = standing.version
    contact = merged.contact
    isMerged = true
  }
  throw new Refusal('contact_changed')
}

/** Saves what must be as it was seen, all or nothing. Throws Refusal('contact_changed'). */
export async function saveAll(
  book: ContactBook,
  kind: BookKind,
  changes: readonly PersonalChange[],
): Promise<void> {
  const outcome = await boundedSave(book, kind, changes)
  if ('conflicts' in outcome) throw new Refusal('contact_changed')
}

/** Saves, and reports a limit of the store as one of the book. */
export async function boundedSave(
  book: ContactBook,
  kind: BookKind,
  changes: readonly PersonalChange[],
): Promise<PersonalSave> {
  try {
    return await book.save(kind, changes)
  } catch (cause) {
    if (cause instanceof PersonalRefused) throw new Refusal('contacts_full', { cause })
    throw cause
  }
}

/** How contacts are to change, by how they stand now. */
export type PlanChanges = (
  documents: readonly PersonalDocument[],
) => readonly PersonalChange[] | Promise<readonly PersonalChange[]>

/** Saves what is planned by how contacts stand, and plans again where others changed them meanwhile. Answers the changes. Throws Refusal. */
export async function saveContacts(
  book: ContactBook,
  plan: PlanChanges,
): Promise<readonly PersonalChange[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const changes = await plan(await book.documents('contact'))
    if (changes.length === 0) return []
    if ('saved' in (await boundedSave(book, 'contact', changes))) return changes
  }
  throw new Refusal('contact_changed')
}

/** Puts contacts into a group, or takes them out; whatever else is changed on them meanwhile stays. Throws Refusal. */
export async function setGroup(
  book: ContactBook,
  ids: readonly string[],
  { group, isIn }: { readonly group: string; readonly isIn: boolean },
): Promise<number> {
  const wanted = new Set(ids)
  const changes = await saveContacts(book, (documents) =>
    documents.flatMap(({ id, version, body }) => {
      const contact = wanted.has(id) ? readContact(body) : undefined
      if (contact === undefined || contact.groups.includes(group) === isIn) return []
      const others = contact.groups.filter((name) => name !== group)
      const groups = isIn ? [...others, group] : others
      return [{ id, baseVersion: version, body: writeContact({ ...contact, groups }) }]
    }),
  )
  return changes.length
}
