import { cardPath } from './collection-url.ts'
import { checkUsable, faultOf, statusOf, type DavRequests } from './dav-requests.ts'
import { MAX_CARD_CHARS, type DavResponse } from './dav-responses.ts'
import { AddressBookUnavailable } from './unavailable.ts'

/** A card as the server has it. */
export interface RemoteCard {
  readonly path: string
  readonly etag: string
  readonly text: string
}

interface BookOptions {
  readonly url: string
  readonly requests: DavRequests
}

/** Paths of one request for cards. */
const CARDS_AT_ONCE = 50

/** Fetches these cards without those that are too large. Throws AddressBookUnavailable. */
export async function fetchCards(
  book: BookOptions,
  paths: readonly string[],
): Promise<readonly RemoteCard[]> {
  const cards: RemoteCard[] = []
  for (let at = 0; at < paths.length; at += CARDS_AT_ONCE) {
    cards.push(...(await fetchSome(book, paths.slice(at, at + CARDS_AT_ONCE))))
  }
  return cards
}

/** Fetches one card; undefined: there is none. Throws AddressBookUnavailable. */
export async function fetchCard(
  requests: DavRequests,
  path: string,
): Promise<RemoteCard | undefined> {
  const response = await requests.get(path)
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok) throw faultOf(response.status)
  const etag = response.headers.get('etag')
  if (etag === null) throw new AddressBookUnavailable('unexpected', 'a card without an ETag')
  return { path, etag, text: await response.text() }
}

/** What is too large together is requested in halves, and a card that is too large alone is left out. */
async function fetchSome(
  book: BookOptions,
  paths: readonly string[],
): Promise<readonly RemoteCard[]> {
  try {
    return await fetchTogether(book, paths)
  } catch (error) {
    const isTooLarge = error instanceof AddressBookUnavailable && error.code === 'too_large'
    if (!isTooLarge) throw error
    if (paths.length === 1) return []
    const half = Math.ceil(paths.length / 2)
    const first = await fetchSome(book, paths.slice(0, half))
    return [...first, ...(await fetchSome(book, paths.slice(half)))]
  }
}

async function fetchTogether(
  book: BookOptions,
  paths: readonly string[],
): Promise<readonly RemoteCard[]> {
  const read = await book.requests.multiget(paths)
  if (!read.isMultistatus) {
    checkUsable(read)
    throw new AddressBookUnavailable('unexpected', `no cards, ${statusOf(read.responses[0])}`)
  }
  const cards: RemoteCard[] = []
  for (const response of read.responses) {
    const card = await cardOf(book, response)
    if (card !== undefined && card.text.length <= MAX_CARD_CHARS) cards.push(card)
  }
  return cards
}

async function cardOf(
  { url, requests }: BookOptions,
  { href, status, etag, card: text }: DavResponse,
): Promise<RemoteCard | undefined> {
  const path = href === undefined ? undefined : cardPath(href, url)
  if (path === undefined) return undefined
  if (text !== undefined && etag !== undefined) return { path, etag, text }
  // The parser of tsdav cuts the text of a card with a large picture: then the card itself is requested.
  return status === 404 ? undefined : fetchCard(requests, path)
}
