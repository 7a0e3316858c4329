import type { Contact } from '../../contact.ts'
import type { ImportedContact, Photo } from '../../format/imported.ts'
import { readGroupCard, type GroupOfCard } from '../../format/vcard/group-card.ts'
import { logicalLines } from '../../format/vcard/logical-lines.ts'
import { parseProperty } from '../../format/vcard/property.ts'
import { patchCard } from '../../format/vcard/patch-card.ts'
import { readCards } from '../../format/vcard/read-card.ts'
import { writeCard } from '../../format/vcard/write-card.ts'
import { changedGroupCard, type GroupCardChange } from './changed-group-card.ts'
import { readDavResponses, type DavResponses, type DavBody } from './dav-responses.ts'

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
  responses(body: DavBody): Promise<DavResponses>
  cards(texts: readonly string[]): Promise<readonly CardContent[]>
  /** The card with the changes of a contact in it. Throws AddressBookUnavailable. */
  changed(text: string, change: CardChange): Promise<string>
  /** The same of the card of a group. */
  groupChanged(text: string, change: GroupCardChange): Promise<string>
}

/** What a card is to say now. */
export interface CardChange {
  readonly contact: Contact
  readonly photo: Photo | undefined
  /** Groups that are cards of their own: a category only where the card has it as one already. */
  readonly groupCards: ReadonlySet<string>
}

/** The same without a thread. */
export const readingHere: CardDavReading = {
  responses: readDavResponses,
  cards: async (texts) => texts.map(readCardContent),
  changed: async (text, change) => changedCard(text, change),
  groupChanged: async (text, change) => changedGroupCard(text, change),
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

/** Writes a contact into its card, whose other properties stay; again where the text is no card. */
export function changedCard(text: string, { contact, photo, groupCards }: CardChange): string {
  const said = readCardContent(text).entry?.contact.groups ?? []
  const groups = contact.groups.filter((name) => !groupCards.has(name) || said.includes(name))
  const wanted = { ...contact, groups }
  return patchCard(text, wanted, photo) ?? writeCard(wanted, photo, { version: '3.0' })
}
