import { createHash } from 'node:crypto'
import type { PersonalChange } from '../../../store/index.ts'
import type { ContactBook } from '../book/contact-book.ts'
import { keepPhotos } from '../book/photos.ts'
import { removeUnusedPhotos } from '../book/remove.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import { readContact, writeContact, type Contact } from '../contact.ts'
import { photoId, type Photo } from '../format/imported.ts'
import { uniteContacts } from '../merge.ts'
import type { CardContent } from './server/card-content.ts'
import { groupNamesOf, membershipsOf, type GroupCards, type Memberships } from './group-cards.ts'
import { writeLinks, type Link } from './links.ts'
import type { ReadCard } from './server/remote-book.ts'

/** The contact of a card that was not here before: the same for every instance. */
function contactIdOf(path: string): string {
  return createHash('sha256').update(`carddav ${path}`).digest('hex').slice(0, 32)
}

/**
 * Puts cards of the server into the book. A contact that was changed here alone gets both changes, and counts as one the server
 * does not have yet. False where a user changed one of them at the same time: they have to be read again.
 */
export async function takeCards(
  book: ContactBook,
  cards: readonly ReadCard[],
  { links, groups }: { readonly links: ReadonlyMap<string, Link>; readonly groups: GroupCards },
): Promise<boolean> {
  const idByPath = new Map([...links].map(([id, { path }]) => [path, id]))
  const memberships = membershipsOf(groups)
  const photos: Photo[] = []
  const changes: PersonalChange[] = []
  const next = new Map<string, Link>()
  for (const { path, etag, content } of cards) {
    const id = idByPath.get(path) ?? contactIdOf(path)
    const document = await book.find('contact', id)
    const read = contactOf(content, id, memberships)
    if (read === undefined) {
      next.set(id, { path, etag, version: 0 })
      continue
    }
    if (read.photo !== undefined) photos.push(read.photo)
    const mine = document === undefined ? undefined : readContact(document.body)
    const isOwnChange = mine !== undefined && document?.version !== links.get(id)?.version
    const contact = isOwnChange ? uniteContacts(read.contact, [mine]) : read.contact
    const body = writeContact(contact)
    const baseVersion = document?.version ?? 0
    const isOfServer = body === writeContact(read.contact)
    const version = body === document?.body ? baseVersion : baseVersion + 1
    if (version !== baseVersion) changes.push({ id, baseVersion, body })
    next.set(id, { path, etag, version: isOfServer ? version : 0 })
  }
  if (photos.length > 0) await keepPhotos(book, photos)
  const saved = await saveVersions(book, changes)
  if (saved === undefined) return false
  // One that was removed before is at a higher version.
  for (const [id, version] of saved) {
    const link = next.get(id)
    if (link !== undefined && link.version !== 0) next.set(id, { ...link, version })
  }
  await writeLinks(book, next)
  return true
}

/** Takes contacts away whose cards are deleted; one that was changed here alone stays, and is one the server lacks. */
export async function dropCards(
  book: ContactBook,
  ids: readonly string[],
  links: ReadonlyMap<string, Link>,
): Promise<boolean> {
  const changes: PersonalChange[] = []
  const photos: string[] = []
  for (const id of ids) {
    const document = await book.find('contact', id)
    if (document === undefined || document.version !== links.get(id)?.version) continue
    photos.push(readContact(document.body)?.photo ?? '')
    changes.push({ id, baseVersion: document.version, body: undefined })
  }
  if ((await saveVersions(book, changes)) === undefined) return false
  await removeUnusedPhotos(book, photos)
  await writeLinks(book, new Map(ids.map((id) => [id, undefined])))
  return true
}

/** The versions that were made; undefined where someone else was faster. */
async function saveVersions(
  book: ContactBook,
  changes: readonly PersonalChange[],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (changes.length === 0) return new Map()
  const outcome = await book.save('contact', changes)
  if ('conflicts' in outcome) return undefined
  return new Map(outcome.saved.map(({ id, version }) => [id, version]))
}

/** What a card says, with its picture; undefined where it is no contact. */
function contactOf(
  { entry }: CardContent,
  id: string,
  memberships: Memberships,
): { readonly contact: Contact; readonly photo: Photo | undefined } | undefined {
  if (entry === undefined) return undefined
  const { contact, photo } = entry
  const all = new Set([...contact.groups, ...groupNamesOf(memberships, id, contact)])
  // With more the copy could not be read again.
  const groups = [...all].slice(0, CONTACT_LIMITS.groups)
  const named = photo === undefined ? '' : photoId(photo)
  return { contact: { ...contact, groups, photo: named }, photo }
}
