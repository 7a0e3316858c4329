import { z } from 'zod'
import type { PersonalChange, PersonalDocument } from '../../../store/index.ts'
import type { ContactBook } from '../book/contact-book.ts'

/** Which card of the server a contact is. */
export interface Link {
  readonly path: string
  readonly etag: string
  /** The contact's version that says what the card says; 0: there is a card, and no contact it could be. */
  readonly version: number
}

/** How far the address book of the server was read. */
export interface ReadingState {
  readonly url: string
  readonly token: string
}

const storedLink = z.object({ path: z.string(), etag: z.string(), version: z.number() })
const storedState = z.object({ url: z.string(), token: z.string() })
const STATE_ID = 'book'

/** How many times others may write the same links at the same time. */
const MAX_ATTEMPTS = 4

/** The links of a book, by the ids of contacts. Throws StoreUnavailable. */
export async function readLinks(book: ContactBook): Promise<ReadonlyMap<string, Link>> {
  const documents = await book.documents('carddav')
  return new Map(
    documents.flatMap((document) => {
      const link = parsedDocument(storedLink, document)
      return link === undefined ? [] : [[document.id, link] as const]
    }),
  )
}

/** Sets links, or takes those away that are undefined: the newest writer counts. Throws StoreUnavailable and PersonalRefused. */
export async function writeLinks(
  book: ContactBook,
  links: ReadonlyMap<string, Link | undefined>,
): Promise<void> {
  if (links.size === 0) return
  const bodies = new Map(
    [...links].map(([id, link]) => [id, link === undefined ? undefined : JSON.stringify(link)]),
  )
  await writeAll(book, 'carddav', bodies)
}

/** undefined: nothing was read yet. */
export async function readState(book: ContactBook): Promise<ReadingState | undefined> {
  const document = await book.find('carddav-book', STATE_ID)
  return document === undefined ? undefined : parsedDocument(storedState, document)
}

export async function writeState(book: ContactBook, state: ReadingState): Promise<void> {
  await writeAll(book, 'carddav-book', new Map([[STATE_ID, JSON.stringify(state)]]))
}

/** Writes documents, or removes those that are undefined: the newest writer counts. Throws StoreUnavailable and PersonalRefused. */
export async function writeAll(
  book: ContactBook,
  kind: 'carddav' | 'carddav-book' | 'carddav-group',
  bodies: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const standing = new Map((await book.documents(kind)).map(({ id, version }) => [id, version]))
    const changes = [...bodies].flatMap(([id, body]): PersonalChange[] => {
      const baseVersion = standing.get(id) ?? 0
      return body === undefined && baseVersion === 0 ? [] : [{ id, baseVersion, body }]
    })
    if (changes.length === 0 || 'saved' in (await book.save(kind, changes))) return
  }
}

/** What is damaged counts as not there: the card is read again. */
export function parsedDocument<Value>(
  schema: z.ZodType<Value>,
  { body }: PersonalDocument,
): Value | undefined {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    return undefined
  }
}
