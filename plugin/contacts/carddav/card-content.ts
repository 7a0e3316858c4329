import type { ImportedContact } from '../format/imported.ts'
import { readGroupCard, type GroupOfCard } from '../format/vcard/group-card.ts'
import { logicalLines } from '../format/vcard/logical-lines.ts'
import { parseProperty } from '../format/vcard/property.ts'
import { readCards } from '../format/vcard/read-card.ts'
import { readDavAnswers, type DavAnswers, type DavBody } from './dav-answers.ts'

/** What a card says. */
export interface CardContent {
  /** undefined: it is no group. */
  readonly group: GroupOfCard | undefined
  /** undefined: it is no contact. */
  readonly entry: ImportedContact | undefined
}

/** Reads what a server of address books sends, which may be hard to read. */
export interface CardDavReading {
  /** Throws AddressBookUnavailable. */
  answers(body: DavBody): Promise<DavAnswers>
  cards(texts: readonly string[]): Promise<readonly CardContent[]>
}

/** The same without a thread. */
export const readingHere: CardDavReading = {
  answers: readDavAnswers,
  cards: async (texts) => texts.map(readCardContent),
}

/** Reads one card. */
export function readCardContent(text: string): CardContent {
  const bytes = Buffer.from(text)
  const properties = [...logicalLines(bytes)].flatMap((line) => parseProperty(line) ?? [])
  const group = readGroupCard(properties)
  if (group !== undefined) return { group, entry: undefined }
  for (const read of readCards(bytes)) {
    if (read.kind === 'contact') return { group, entry: read.entry }
  }
  return { group, entry: undefined }
}
