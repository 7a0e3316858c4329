import { readChanges, type BookChanges } from './book-changes.ts'
import type { CardContent, CardDavReading } from './card-content.ts'
import { createDavRequests, faultOf, type DavRequestsOptions } from './dav-requests.ts'
import { fetchCard, fetchCards, type RemoteCard } from './fetch-cards.ts'

/** A card, and what it says. */
export interface ReadCard extends RemoteCard {
  readonly content: CardContent
}

/** The outcome of a write: the card is as it was sent, or it was another version than the writer had seen (412). */
export type RemoteWrite =
  | { readonly kind: 'written'; /** Where the server sent it. */ readonly etag: string | undefined }
  | { readonly kind: 'changed' }

/** One address book on a CardDAV server (RFC 6352), for one owner. Every method throws AddressBookUnavailable. */
export interface RemoteBook {
  readonly url: string
  /** Since `token`; all for an empty one. Creates the address book where there is none. */
  changes(token: string): Promise<BookChanges>
  /** Cards that are too long are left out. */
  read(paths: readonly string[]): Promise<readonly ReadCard[]>
  /** undefined: there is none. */
  get(path: string): Promise<RemoteCard | undefined>
  /** With `etag` only over that version, without one only where there is no card. */
  put(path: string, text: string, etag: string | undefined): Promise<RemoteWrite>
  remove(path: string, etag: string): Promise<RemoteWrite>
  /** The text of a card with the changes of a contact in it; nothing is written. */
  readonly changed: CardDavReading['changed']
  readonly groupChanged: CardDavReading['groupChanged']
}

interface RemoteBookOptions extends Omit<DavRequestsOptions, 'readResponses'> {
  readonly maxCards: number
  readonly reading: CardDavReading
}

/** Opens an address book; nothing is requested yet. */
export function openRemoteBook(options: RemoteBookOptions): RemoteBook {
  const { url, maxCards, reading } = options
  const readResponses: DavRequestsOptions['readResponses'] = (body) => reading.responses(body)
  const requests = createDavRequests({ ...options, readResponses })

  return {
    url,
    changes: (token) => readChanges({ url, maxCards, requests }, token),
    async read(paths) {
      const cards = await fetchCards({ url, requests }, paths)
      const contents = await reading.cards(cards.map(({ text }) => text))
      return cards.flatMap((card, at) => {
        const content = contents[at]
        return content === undefined ? [] : [{ ...card, content }]
      })
    },
    get: (path) => fetchCard(requests, path),
    changed: (text, change) => reading.changed(text, change),
    groupChanged: (text, change) => reading.groupChanged(text, change),
    async put(path, text, etag) {
      return writeOutcome(await requests.put(path, text, etag))
    },
    async remove(path, etag) {
      const response = await requests.remove(path, etag)
      // The card is deleted, which was wanted.
      return response.status === 404 ? { kind: 'written', etag: undefined } : writeOutcome(response)
    },
  }
}

function writeOutcome({ ok, status, headers }: Response): RemoteWrite {
  // 404 of a PUT: the card, or the book it was in, is not there any more.
  if (status === 412 || status === 404) return { kind: 'changed' }
  if (ok) return { kind: 'written', etag: headers.get('etag') ?? undefined }
  throw faultOf(status)
}
