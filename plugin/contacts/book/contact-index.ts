import type { PersonalDocument } from '../../../store/index.ts'
import { readContact, type Contact } from '../contact.ts'
import { foldText, searchWords } from './fold.ts'
import { createTurns } from './turns.ts'

/** What lists and suggestions show of a contact. */
export interface ContactEntry {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly organisation: string
  readonly emails: readonly string[]
  readonly phone: string
  readonly groups: readonly string[]
  readonly photo: string
  /** What it is sorted by. */
  readonly key: string
  /** What it is found by: for `wordMatcher`. */
  readonly words: string
}

/** The contacts of an owner as they were at a revision, without what only an open contact shows. */
export interface ContactIndex {
  readonly revision: number
  /** By name. */
  readonly entries: readonly ContactEntry[]
  readonly byId: ReadonlyMap<string, ContactEntry>
  /** By address in lower case. */
  readonly byAddress: ReadonlyMap<string, ContactEntry>
  /** By name, with their members. */
  readonly groups: readonly { readonly name: string; readonly count: number }[]
}

/** Builds the index. What `before` has of the same version is taken over: a change costs what it changed. */
export async function indexContacts(
  {
    revision,
    documents,
  }: {
    readonly revision: number
    readonly documents: readonly PersonalDocument[]
  },
  before?: ContactIndex,
): Promise<ContactIndex> {
  const entries: ContactEntry[] = []
  const turn = createTurns()
  for (const document of documents) {
    const cached = before?.byId.get(document.id)
    if (cached?.version === document.version) {
      entries.push(cached)
      continue
    }
    const contact = readContact(document.body)
    if (contact !== undefined) entries.push(entryOf(document, contact))
    await turn(document.body.length)
  }
  entries.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  const byAddress = new Map<string, ContactEntry>()
  const counts = new Map<string, number>()
  for (const entry of entries) {
    for (const email of entry.emails) byAddress.set(email.toLowerCase(), entry)
    for (const group of entry.groups) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return {
    revision,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byAddress,
    groups: [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  }
}

function entryOf({ id, version }: PersonalDocument, contact: Contact): ContactEntry {
  const { name, nickname, organisation, groups, photo } = contact
  const emails = contact.emails.map(({ address }) => address)
  const phones = contact.phones.map(({ number }) => number.replace(/[\s()/.-]+/g, ''))
  return {
    id,
    version,
    name,
    organisation,
    emails,
    phone: contact.phones[0]?.number ?? '',
    groups,
    photo,
    key: foldText(name),
    words: searchWords([name, nickname, organisation, ...emails, ...phones]),
  }
}
