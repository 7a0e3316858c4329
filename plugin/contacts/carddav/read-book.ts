import type { ContactBook } from '../book/contact-book.ts'
import { readContact } from '../contact.ts'
import { applyGroups } from './apply-groups.ts'
import { groupIdOf, groupOf, readGroups, writeGroups } from './group-cards.ts'
import { readLinks, readState, writeLinks, writeState, type Link } from './links.ts'
import { dropCards, takeCards } from './local-copy.ts'
import type { RemoteBook } from './server/remote-book.ts'
import { sendContact } from './send-contact.ts'

/** Cards read, and kept, at one time. */
const CARDS_AT_ONCE = 200
/** Contacts that the server gets within one reading; the next one continues. */
const MAX_SENT = 200

/**
 * Brings in what is another on the server since the last reading, and then takes those contacts to it that it does not have:
 * what was here before the server was configured, and what came by a migration. Throws AddressBookUnavailable, StoreUnavailable
 * and PersonalRefused; what was read until then is kept, and read again by the next one.
 */
export async function readSharedBook(book: ContactBook, remote: RemoteBook): Promise<void> {
  const state = await readState(book)
  const isSameBook = state?.url === remote.url
  let links = await readLinks(book)
  if (!isSameBook && links.size > 0) {
    // Of another server: what is here is taken to this one.
    await writeLinks(book, new Map([...links.keys()].map((id) => [id, undefined])))
    links = new Map()
  }
  const changes = await remote.changes(isSameBook ? state.token : '')
  const before = await readGroups(book)
  const groups = new Map(isSameBook ? before : [])
  const known = new Map([...links].map(([id, link]) => [link.path, { id, etag: link.etag }]))
  for (const { path, etag } of groups.values()) known.set(path, { id: '', etag })
  const wanted = [...changes.cards].flatMap(([path, etag]) =>
    known.get(path)?.etag === etag ? [] : [path],
  )
  let isWhole = true
  for (let at = 0; at < wanted.length; at += CARDS_AT_ONCE) {
    const cards = await remote.read(wanted.slice(at, at + CARDS_AT_ONCE))
    for (const card of cards.filter(({ content }) => content.group !== undefined)) {
      const group = groupOf(card)
      if (group === undefined) groups.delete(groupIdOf(card.path))
      else groups.set(groupIdOf(card.path), group)
    }
    const contacts = cards.filter(({ content }) => content.group === undefined)
    isWhole = (await takeCards(book, contacts, { links, groups })) && isWhole
  }
  const isDeleted = (path: string) =>
    changes.isWhole ? !changes.cards.has(path) : removed.has(path)
  const removed = new Set(changes.removed)
  for (const [id, { path }] of [...groups]) if (isDeleted(path)) groups.delete(id)
  const deleted = [...links].flatMap(([id, { path }]) => (isDeleted(path) ? [id] : []))
  if (deleted.length > 0) isWhole = (await dropCards(book, deleted, links)) && isWhole
  if (await applyGroups(book, before, groups)) await writeGroups(book, before, groups)
  else isWhole = false
  if (isWhole) await writeState(book, { url: remote.url, token: changes.token })
  await sendUnsent(book, remote)
}

async function sendUnsent(book: ContactBook, remote: RemoteBook): Promise<void> {
  const links = await readLinks(book)
  const documents = await book.documents('contact')
  const unsent = documents.filter(({ id, version }) => links.get(id)?.version !== version)
  if (unsent.length === 0) return
  const uids = new Set(
    documents.flatMap(({ id, body }) => (links.has(id) ? (readContact(body)?.uid ?? []) : [])),
  )
  for (const { id, version, body } of unsent.slice(0, MAX_SENT)) {
    const contact = readContact(body)
    if (contact === undefined) continue
    const link = links.get(id)
    // A card of this UID is there already: the owner finds them among the duplicates.
    const isTaken = link === undefined && uids.has(contact.uid)
    const uid = isTaken ? '' : contact.uid
    const location = await sendContact({ remote, book }, { id, contact: { ...contact, uid } }, link)
    // Changed there meanwhile: the next reading brings it in.
    if (location === undefined) continue
    uids.add(uid)
    const next: Link = { ...location, version }
    await writeLinks(book, new Map([[id, next]]))
  }
}
