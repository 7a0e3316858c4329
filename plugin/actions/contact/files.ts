import { readContact, type Contact } from '../../contacts/contact.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import { importContacts } from '../../contacts/book/import.ts'
import { findPhoto, keepPhotos } from '../../contacts/book/photos.ts'
import { NoContactColumns } from '../../contacts/format/csv/csv-rows.ts'
import { CSV_HEADER, writeCsvRow } from '../../contacts/format/csv/write-csv.ts'
import { photoId, photoOf } from '../../contacts/format/imported.ts'
import { TooManyEntries, type ImportedFile } from '../../contacts/format/read-file.ts'
import { TooHeavy } from '../../contacts/format/too-heavy.ts'
import { writeCard } from '../../contacts/format/vcard/write-card.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'

/** A file of contacts, and the group they come into; empty for none. */
export interface ImportInput {
  readonly file: Buffer
  readonly group: string
}

/** mail/import-contacts: all that can be read of a file at once; what can not is told by its line. */
export const importContactsAction: Action<ImportInput> = {
  method: 'POST',
  takesFiles: true,
  async run({ file, group }, { contacts: book, readContactFile, limits, signal }) {
    const bounds = { maxEntries: limits.importedContacts, signal }
    const { contacts, problems, problemCount } = await orRefusal(readContactFile(file, bounds))
    const outcome = await importContacts(book, contacts, group)
    return { kind: 'contact-import', ...outcome, problems, problemCount }
  },
}

async function orRefusal(reading: Promise<ImportedFile>): Promise<ImportedFile> {
  try {
    return await reading
  } catch (cause) {
    const isTooMuch = cause instanceof TooManyEntries || cause instanceof TooHeavy
    if (isTooMuch) throw new Refusal('contact_file_too_large', { cause })
    if (cause instanceof NoContactColumns) throw new Refusal('contact_file_unreadable', { cause })
    throw cause
  }
}

/** Which contacts go into which kind of file. */
export interface ExportInput {
  readonly format: 'vcard' | 'csv'
  /** Empty for all. */
  readonly group: string
}

/** mail/export-contacts: a file of them, for any other address book. */
export const exportContacts: Action<ExportInput> = {
  method: 'GET',
  async run({ format, group }, { contacts: book }) {
    const contacts = (await book.documents('contact'))
      .flatMap(({ body }) => readContact(body) ?? [])
      .filter(({ groups }) => group === '' || groups.includes(group))
    return {
      kind: 'stream',
      stream: format === 'vcard' ? cards(contacts, book) : rows(contacts),
      type: format === 'vcard' ? 'text/vcard; charset=utf-8' : 'text/csv; charset=utf-8',
      filename: format === 'vcard' ? 'contacts.vcf' : 'contacts.csv',
      disposition: 'attachment',
    }
  },
}

async function* cards(contacts: readonly Contact[], book: ContactBook): AsyncGenerator<Buffer> {
  for (const contact of contacts) {
    const photo = contact.photo === '' ? undefined : await findPhoto(book, contact.photo)
    yield Buffer.from(writeCard(contact, photo))
  }
}

async function* rows(contacts: readonly Contact[]): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_HEADER)
  for (const contact of contacts) yield Buffer.from(writeCsvRow(contact))
}

/** mail/contact-photo: a picture by its name. */
export const contactPhoto: Action<{ readonly photo: string }> = {
  method: 'GET',
  async run({ photo: id }, { contacts: book }) {
    const photo = await findPhoto(book, id)
    if (photo === undefined) throw new Refusal('contact_not_found')
    return {
      kind: 'stream',
      stream: once(photo.content),
      type: photo.type,
      filename: undefined,
      disposition: 'inline',
    }
  },
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** mail/keep-contact-photo: keeps a picture, which a contact then names. */
export const keepContactPhoto: Action<{ readonly file: Buffer }> = {
  method: 'POST',
  takesFiles: true,
  async run({ file }, { contacts: book }) {
    const photo = photoOf(file)
    if (photo === undefined) throw new Refusal('photo_unreadable')
    await keepPhotos(book, [photo])
    return { kind: 'contact-photo', photo: photoId(photo) }
  },
}
