import { z } from 'zod'
import { readContact, type Contact } from '../../contacts/contact.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import { importContacts } from '../../contacts/book/import.ts'
import { findPhoto, keepPhotos } from '../../contacts/book/photos.ts'
import { NoContactColumns } from '../../contacts/format/csv/csv-rows.ts'
import { CSV_HEADER, writeCsvRow } from '../../contacts/format/csv/write-csv.ts'
import { photoId, photoOf } from '../../contacts/format/imported.ts'
import { TooManyEntries, type ImportedFile } from '../../contacts/format/read-file.ts'
import { TooComplex } from '../../contacts/format/too-complex.ts'
import { writeCard } from '../../contacts/format/vcard/write-card.ts'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { idInput, nothing } from '../contract/input.ts'
import { count } from '../contract/output.ts'
import { anyGroup } from './input.ts'

export const importContactsAction = defineAction({
  name: 'import-contacts',
  method: 'POST',
  about: 'takes all that can be read of a file; what cannot is told by its line',
  context: 'contacts',
  takesFiles: true,
  input: z.strictObject({
    group: anyGroup.describe('They come into it; empty for none').default(''),
  }),
  output: z.strictObject({
    kind: z.literal('contact-import'),
    added: count,
    changed: count.describe('Were there under their UID and lacked something'),
    same: count.describe('Were there already'),
    problems: z
      .array(z.strictObject({ line: z.int().min(1), code: z.string(), about: z.string() }))
      .describe('What was left out, the first of it'),
    problemCount: count.describe('All of it'),
  }),
  async run({ group }, { contacts: book, files, readContactFile, limits, signal }) {
    const file = oneFile(files)
    const bounds = { maxEntries: limits.importedContacts, signal }
    const { contacts, problems, problemCount } = await orRefusal(readContactFile(file, bounds))
    const outcome = await importContacts(book, contacts, group)
    return { kind: 'contact-import', ...outcome, problems, problemCount }
  },
})

function oneFile([file, ...others]: readonly { readonly content: Buffer }[]): Buffer {
  if (file === undefined || others.length > 0) throw new Refusal('input_invalid')
  return file.content
}

async function orRefusal(reading: Promise<ImportedFile>): Promise<ImportedFile> {
  try {
    return await reading
  } catch (cause) {
    const isTooMuch = cause instanceof TooManyEntries || cause instanceof TooComplex
    if (isTooMuch) throw new Refusal('contact_file_too_large', { cause })
    if (cause instanceof NoContactColumns) throw new Refusal('contact_file_unreadable', { cause })
    throw cause
  }
}

export const exportContacts = defineAction({
  name: 'export-contacts',
  method: 'GET',
  about: 'a file of the contacts, for any other address book',
  context: 'contacts',
  input: z.strictObject({
    format: z.enum(['vcard', 'csv']),
    group: anyGroup.describe('Empty for all').default(''),
  }),
  output: 'file',
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
})

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

export const contactPhoto = defineAction({
  name: 'contact-photo',
  method: 'GET',
  about: 'the picture of a contact by its name',
  context: 'contacts',
  input: z.strictObject({ photo: idInput }),
  output: 'file',
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
})

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

export const keepContactPhoto = defineAction({
  name: 'keep-contact-photo',
  method: 'POST',
  about: 'stores a picture; answers its name, for a contact to hold',
  context: 'contacts',
  takesFiles: true,
  input: nothing,
  output: z.strictObject({ kind: z.literal('contact-photo'), photo: z.string() }),
  async run(_input, { contacts: book, files }) {
    const photo = photoOf(oneFile(files))
    if (photo === undefined) throw new Refusal('photo_unreadable')
    await keepPhotos(book, [photo])
    return { kind: 'contact-photo', photo: photoId(photo) }
  },
})
