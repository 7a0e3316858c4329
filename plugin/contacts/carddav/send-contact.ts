import type { ContactBook } from '../book/contact-book.ts'
import { findPhoto } from '../book/photos.ts'
import type { Contact } from '../contact.ts'
import { writeCard } from '../format/vcard/write-card.ts'
import { cardPath } from './server/collection-url.ts'
import { MAX_CARD_CHARS } from './server/dav-responses.ts'
import { readGroups } from './group-cards.ts'
import type { Link } from './links.ts'
import type { RemoteBook } from './server/remote-book.ts'
import { AddressBookUnavailable } from './server/unavailable.ts'

/** Where a contact is on the server now; undefined: the card is another than it was seen, and nothing was written. */
export type SentContact = Pick<Link, 'path' | 'etag'> | undefined

/**
 * Writes a contact to the server: a new card, or its changes into the card that is there, whose other properties stay. Throws
 * AddressBookUnavailable.
 */
export async function sendContact(
  { remote, book }: { readonly remote: RemoteBook; readonly book: ContactBook },
  { id, contact }: { readonly id: string; readonly contact: Contact },
  link: Link | undefined,
): Promise<SentContact> {
  const photo = contact.photo === '' ? undefined : await findPhoto(book, contact.photo)
  const cards = new Set([...(await readGroups(book)).values()].map(({ name }) => name))
  if (link === undefined) {
    const path = cardPath(`${id}.vcf`, remote.url)
    if (path === undefined) throw new AddressBookUnavailable('unexpected', 'no path for a card')
    const groups = contact.groups.filter((name) => !cards.has(name))
    const written = { ...contact, groups, uid: contact.uid || id }
    const text = writeCard(written, photo, { version: '3.0' })
    return sent(remote, path, await remote.put(path, text, undefined))
  }
  const { path, etag } = link
  const card = await remote.get(path)
  if (card?.etag !== etag) return undefined
  if (card.text.length > MAX_CARD_CHARS) {
    throw new AddressBookUnavailable(
      'too_large',
      `a card of more than ${MAX_CARD_CHARS} characters`,
    )
  }
  const text = await remote.changed(card.text, { contact, photo, groupCards: cards })
  return sent(remote, path, await remote.put(path, text, etag))
}

async function sent(
  remote: RemoteBook,
  path: string,
  outcome: Awaited<ReturnType<RemoteBook['put']>>,
): Promise<SentContact> {
  if (outcome.kind === 'changed') return undefined
  // RFC 6352 6.3.2.3: a server that changed what it was sent tells no ETag.
  const etag = outcome.etag ?? (await remote.get(path))?.etag
  return etag === undefined ? undefined : { path, etag }
}
