import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContactBook } from '../book/contact-book.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import type { Contact } from '../contact.ts'
import { plainUid } from '../format/vcard/member-uid.ts'
import { parsedDocument, writeAll } from './links.ts'
import type { ReadCard } from './server/remote-book.ts'

/** A group that is a card of its own (RFC 6350 6.1.4), as it was read last. */
export interface GroupCard {
  readonly path: string
  readonly etag: string
  readonly name: string
  /** UIDs of contacts, without `urn:uuid:`, in lower case. */
  readonly members: readonly string[]
}

/** By the ids of their documents. */
export type GroupCards = ReadonlyMap<string, GroupCard>

const stored = z.object({
  path: z.string(),
  etag: z.string(),
  name: z.string(),
  members: z.array(z.string()),
})

/** The groups of a book. Throws StoreUnavailable. */
export async function readGroups(book: ContactBook): Promise<GroupCards> {
  const documents = await book.documents('carddav-group')
  return new Map(
    documents.flatMap((document) => {
      const group = parsedDocument(stored, document)
      return group === undefined ? [] : [[document.id, group] as const]
    }),
  )
}

/** Keeps these groups and no others. Throws StoreUnavailable and PersonalRefused. */
export async function writeGroups(
  book: ContactBook,
  before: GroupCards,
  after: GroupCards,
): Promise<void> {
  const bodies = new Map<string, string | undefined>()
  for (const id of before.keys()) if (!after.has(id)) bodies.set(id, undefined)
  for (const [id, group] of after) {
    const body = JSON.stringify(group)
    if (body !== JSON.stringify(before.get(id))) bodies.set(id, body)
  }
  if (bodies.size > 0) await writeAll(book, 'carddav-group', bodies)
}

/** The group of a card; undefined where it is none, or has no name. */
export function groupOf({ path, etag, content: { group } }: ReadCard): GroupCard | undefined {
  return group === undefined || group.name === '' ? undefined : { path, etag, ...group }
}

/** The document of a card, the same for every instance. */
export function groupIdOf(path: string): string {
  return createHash('sha256').update(`carddav group ${path}`).digest('hex').slice(0, 32)
}

/** The names of the groups of each member. */
export type Memberships = ReadonlyMap<string, readonly string[]>

/** Who is in which groups, as their cards say; of each no more than a contact may be in. */
export function membershipsOf(groups: GroupCards): Memberships {
  const names = new Map<string, string[]>()
  for (const { name, members } of groups.values()) {
    for (const uid of members) {
      const known = names.get(uid)
      if (known === undefined) names.set(uid, [name])
      else if (known.length < CONTACT_LIMITS.groups && !known.includes(name)) known.push(name)
    }
  }
  return names
}

/** The names of the groups that a contact is a member of. */
export function groupNamesOf(
  memberships: Memberships,
  id: string,
  contact: Pick<Contact, 'uid'>,
): readonly string[] {
  return memberships.get(memberUid(id, contact)) ?? []
}

/** What a group card calls a contact: a card without a UID of its own was written with its id. */
export function memberUid(id: string, { uid }: Pick<Contact, 'uid'>): string {
  return plainUid(uid === '' ? id : uid)
}
