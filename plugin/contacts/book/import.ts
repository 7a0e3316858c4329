import { randomUUID } from 'node:crypto'
import { readContact, writeContact, type Contact } from '../contact.ts'
import { writeCsvRow } from '../format/csv/write-csv.ts'
import { photoId, type ImportedContact } from '../format/imported.ts'
import { fillContact } from '../merge.ts'
import { Refusal } from '../../http/refusal.ts'
import { unlessAway, type PersonalChange, type PersonalDocument } from '../../../store/index.ts'
import { saveContacts } from './change.ts'
import type { ContactBook } from './contact-book.ts'
import { keepPhotos } from './photos.ts'
import { createTurns } from './turns.ts'

/** What an import did. */
export interface ImportOutcome {
  readonly added: number
  /** Were there and lacked something that the file has. */
  readonly changed: number
  /** Were there as they are. */
  readonly same: number
}

/**
 * Puts the contacts of a file into the book, all in one change or none of them. Who is there already stays, so
 * that the same file can be imported again. Throws Refusal.
 */
export async function importContacts(
  book: ContactBook,
  imported: readonly ImportedContact[],
  group: string,
): Promise<ImportOutcome> {
  const photos = imported.flatMap(({ photo }) => photo ?? [])
  if (photos.length > 0) await keepPhotos(book, photos)
  const contacts: NewContact[] = []
  const turn = createTurns()
  for (const { contact, photo, id = randomUUID() } of imported) {
    await turn(photo?.content.length ?? 0)
    const groups = [...new Set(group === '' ? contact.groups : [...contact.groups, group])]
    const named = photo === undefined ? '' : photoId(photo)
    contacts.push({ id, contact: { ...contact, groups, photo: named } })
  }
  let counts: ImportOutcome = { added: 0, changed: 0, same: 0 }
  const saved = await saveContacts(book, async (documents) => {
    const { changes, ...planned } = await planImport(await standingContacts(documents), contacts)
    counts = planned
    return changes
  })
  // Here, rather than while the user types the first address.
  if (saved.length > 0) await unlessAway(book.index())
  return counts
}

interface NewContact {
  readonly id: string
  readonly contact: Contact
}

interface Standing {
  readonly id: string
  readonly version: number
  readonly before: string
  contact: Contact
}

async function standingContacts(
  documents: readonly PersonalDocument[],
): Promise<readonly Standing[]> {
  const turn = createTurns()
  const standing: Standing[] = []
  for (const { id, version, body } of documents) {
    await turn(body.length)
    const contact = readContact(body)
    if (contact === undefined) continue
    standing.push({ id, version, before: writeContact(contact), contact })
  }
  return standing
}

async function planImport(standing: readonly Standing[], contacts: readonly NewContact[]) {
  const known = new Map<string, Standing>()
  const remember = (entry: Standing, marks: readonly string[], row: string): void => {
    known.set(`id ${entry.id}`, entry)
    for (const mark of [...marks, row]) known.set(mark, entry)
  }
  const turn = createTurns()
  for (const entry of standing) {
    await turn(entry.before.length)
    remember(entry, marksOf(entry.contact), rowMark(entry.contact))
  }
  const findRow = (contact: Contact, row: string) => {
    const found = known.get(row)
    const photos = new Set([found?.contact.photo, contact.photo].filter((photo) => photo !== ''))
    return photos.size > 1 ? undefined : found
  }
  const added: Standing[] = []
  let same = 0
  for (const { id, contact } of contacts) {
    const marks = marksOf(contact)
    const row = rowMark(contact)
    await turn([...marks, row].reduce((chars, mark) => chars + mark.length, 0))
    const found = [`id ${id}`, ...marks].flatMap((mark) => known.get(mark) ?? [])[0]
    const there = found ?? findRow(contact, row)
    const filled = there === undefined ? undefined : filledContact(there.contact, contact)
    if (there === undefined || filled === undefined) {
      const entry = {
        id: known.has(`id ${id}`) ? randomUUID() : id,
        version: 0,
        before: '',
        contact,
      }
      added.push(entry)
      remember(entry, marks, row)
      continue
    }
    if (writeContact(filled) === writeContact(there.contact)) same += 1
    there.contact = filled
  }
  const changes: PersonalChange[] = []
  for (const { id, version, contact, before } of [...added, ...standing]) {
    const body = writeContact(contact)
    await turn(body.length)
    if (body !== before) changes.push({ id, baseVersion: version, body })
  }
  return { changes, added: added.length, changed: changes.length - added.length, same }
}

/** undefined: both together are too much for one contact, so the other one stays its own. */
function filledContact(there: Contact, more: Contact): Contact | undefined {
  // The same name taken apart otherwise would add a part that is there within another.
  const isTakenApart = namePartsOf(there).join('') !== ''
  const wanted =
    isTakenApart && saysName(there) && saysName(more) ? { ...more, ...partsOf(there) } : more
  try {
    return fillContact(there, wanted)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'contact_too_large') return undefined
    throw error
  }
}

/** By which a contact is known again: its UID, or all that it says, whatever groups it is in. */
function marksOf(contact: Contact): readonly string[] {
  const content = writeContact({ ...withNameInOne(contact), uid: '', groups: [] })
  return contact.uid === '' ? [content] : [`uid ${contact.uid}`, content]
}

/** By what a CSV file says of it: without its picture, its UID, and what is beyond the columns. */
function rowMark(contact: Contact): string {
  return `row ${writeCsvRow({ ...withNameInOne(contact), groups: [] })}`
}

const NO_PARTS = { prefix: '', given: '', middle: '', family: '', suffix: '' } as const

function partsOf({ prefix, given, middle, family, suffix }: Contact) {
  return { prefix, given, middle, family, suffix }
}

function namePartsOf(contact: Contact): readonly string[] {
  return Object.values(partsOf(contact)).filter((part) => part !== '')
}

/** A name that was entered as first and last is the same name as in one field. */
function withNameInOne(contact: Contact): Contact {
  return saysName(contact) ? { ...contact, ...NO_PARTS } : contact
}

/** Whether the parts of the name say no more than the name, in the order of any country. */
function saysName(contact: Contact): boolean {
  const { name, given, middle, family } = contact
  const parts = namePartsOf(contact)
  const isWestern = parts.join(' ') === name
  const first = [given, middle].filter((part) => part !== '').join(' ')
  const isOther = [`${family} ${first}`, `${family}, ${first}`, `${family}${first}`].includes(name)
  return parts.length === 0 || isWestern || isOther
}
