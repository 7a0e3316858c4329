import { Refusal } from '../../http/refusal.ts'
import type { ContactBook } from '../book/contact-book.ts'
import { readContact } from '../contact.ts'
import { applyGroups } from './apply-groups.ts'
import { readGroups, writeGroups, type GroupCard, type GroupCards } from './group-cards.ts'
import { readLinks, writeLinks } from './links.ts'
import type { RemoteBook } from './server/remote-book.ts'
import { sendContact } from './send-contact.ts'
import { AddressBookUnavailable } from './server/unavailable.ts'

/** When others change the same at the same time. */
const MAX_ATTEMPTS = 4

/**
 * Gives the cards of a group another name on the server, or removes them without one, and its members here what those cards say
 * then. Members whose own cards name the group as well are written too. Throws AddressBookUnavailable, StoreUnavailable,
 * PersonalRefused and Refusal('contact_changed').
 */
export async function changeGroupCards(
  locations: { readonly remote: RemoteBook; readonly book: ContactBook },
  group: string,
  name: string | undefined,
): Promise<void> {
  const { remote, book } = locations
  const before = await readGroups(book)
  const after = new Map(before)
  for (const [id, card] of before) {
    if (card.name !== group) continue
    const changed = await changeCard(remote, card, name)
    if (changed === undefined) after.delete(id)
    else after.set(id, changed)
  }
  if (after.size === before.size && [...after].every(([id, card]) => before.get(id) === card))
    return
  const members = await membersOf(book, group)
  await applyAll(book, before, after)
  await writeGroups(book, before, after)
  await sendNamed(locations, members, group)
}

/** The card as it is then; undefined: it is deleted. */
async function changeCard(
  remote: RemoteBook,
  known: GroupCard,
  name: string | undefined,
): Promise<GroupCard | undefined> {
  const { path } = known
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const card = await remote.get(path)
    if (card === undefined) return undefined
    if (name === undefined) {
      if ((await remote.remove(path, card.etag)).kind === 'written') return undefined
      continue
    }
    const text = await remote.groupChanged(card.text, { name })
    const outcome = await remote.put(path, text, card.etag)
    // Without an ETag that is told, the next reading has a look at the card.
    if (outcome.kind === 'written') return { ...known, name, etag: outcome.etag ?? '' }
  }
  throw new AddressBookUnavailable('unexpected', 'a group that is changed again and again')
}

async function membersOf(book: ContactBook, group: string): Promise<readonly string[]> {
  const { entries } = await book.index()
  return entries.flatMap(({ id, groups }) => (groups.includes(group) ? [id] : []))
}

async function applyAll(book: ContactBook, before: GroupCards, after: GroupCards): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (await applyGroups(book, before, after)) return
  }
  // The next reading brings in what is on the server.
  throw new Refusal('contact_changed')
}

/** Writes those whose own cards name the group: a later reading of them would bring it back. */
async function sendNamed(
  locations: { readonly remote: RemoteBook; readonly book: ContactBook },
  ids: readonly string[],
  group: string,
): Promise<void> {
  const { remote, book } = locations
  const links = await readLinks(book)
  const linked = ids.flatMap((id) => {
    const known = links.get(id)
    return known === undefined ? [] : [[known.path, { id, place: known }] as const]
  })
  const byPath = new Map(linked)
  for (const { path, content } of await remote.read([...byPath.keys()])) {
    const member = byPath.get(path)
    if (member === undefined || content.entry?.contact.groups.includes(group) !== true) continue
    const { id, place: location } = member
    const document = await book.find('contact', id)
    const contact = document === undefined ? undefined : readContact(document.body)
    // Those that are in it by their own card alone are changed like any contact.
    if (document === undefined || contact?.groups.includes(group) !== false) continue
    const sent = await sendContact(locations, { id, contact }, location)
    if (sent === undefined) continue
    await writeLinks(book, new Map([[id, { ...sent, version: document.version }]]))
  }
}
