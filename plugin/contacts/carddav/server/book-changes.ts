import { cardPath } from './collection-url.ts'
import { NoBook, checkUsable, statusOf, type DavRequests } from './dav-requests.ts'
import type { DavResponse } from './dav-responses.ts'
import { AddressBookUnavailable } from './unavailable.ts'

/** What changed in an address book since a token. */
export interface BookChanges {
  readonly token: string
  /** All cards that there are; otherwise those that were changed. */
  readonly isWhole: boolean
  /** ETags by path. */
  readonly cards: ReadonlyMap<string, string>
  readonly removed: readonly string[]
}

interface BookOptions {
  readonly url: string
  readonly maxCards: number
  readonly requests: DavRequests
}

/** Responses that a server may cut its list of changes into (RFC 6578 3.6). */
const MAX_PARTS = 1_000
/** Marks a token that is a CTag, for servers without sync-collection. */
const CTAG = 'ctag:'

/** Reads the changes since `token`, all for an empty one, and creates the address book where there is none. Throws AddressBookUnavailable. */
export async function readChanges(book: BookOptions, token: string): Promise<BookChanges> {
  try {
    return await changesOrAll(book, token)
  } catch (error) {
    if (!(error instanceof NoBook)) throw error
    await makeBook(book.requests)
    return await changesOrAll(book, '')
  }
}

async function changesOrAll(book: BookOptions, token: string): Promise<BookChanges> {
  if (token.startsWith(CTAG)) return listing(book, token)
  const since = token === '' ? undefined : await changesSince(book, token)
  // RFC 6578 3.2: a server may refuse a token that is too old, and lists everything then.
  return since ?? (await changesSince(book, '')) ?? listing(book, token)
}

async function changesSince(book: BookOptions, token: string): Promise<BookChanges | undefined> {
  const cards = new Map<string, string>()
  const removed: string[] = []
  let next = token
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const read = await book.requests.sync(next)
    const { responses, isMultistatus, token: newToken } = read
    if (!isMultistatus) {
      checkUsable(read)
      return undefined
    }
    const isCut = responses.some(({ status }) => status === 507)
    collect(book, responses, { cards, removed })
    if (newToken === undefined) return undefined
    if (!isCut) return { token: newToken, isWhole: token === '', cards, removed }
    next = newToken
  }
  throw new AddressBookUnavailable('too_large', 'a list of changes in too many parts')
}

/** For servers without sync-collection: the CTag says whether anything changed, the ETags say what. */
async function listing(book: BookOptions, token: string): Promise<BookChanges> {
  const ofBook = await book.requests.properties('cs:getctag', '0')
  checkUsable(ofBook)
  const ctag = `${CTAG}${ofBook.responses[0]?.ctag ?? ''}`
  if (ctag !== CTAG && ctag === token) {
    return { token, isWhole: false, cards: new Map(), removed: [] }
  }
  const ofCards = await book.requests.properties('d:getetag', '1')
  if (!ofCards.isMultistatus) {
    checkUsable(ofCards)
    const status = statusOf(ofCards.responses[0])
    throw new AddressBookUnavailable('unexpected', `no list of cards, ${status}`)
  }
  const cards = new Map<string, string>()
  collect(book, ofCards.responses, { cards, removed: [] })
  return { token: ctag, isWhole: true, cards, removed: [] }
}

function collect(
  { url, maxCards }: BookOptions,
  responses: readonly DavResponse[],
  { cards, removed }: { readonly cards: Map<string, string>; readonly removed: string[] },
): void {
  for (const { href, status, etag } of responses) {
    const path = href === undefined ? undefined : cardPath(href, url)
    if (path === undefined) continue
    if (status === 404) removed.push(path)
    else if (etag !== undefined) cards.set(path, etag)
  }
  if (cards.size > maxCards) {
    throw new AddressBookUnavailable('too_large', `more than ${maxCards} cards`)
  }
}

async function makeBook(requests: DavRequests): Promise<void> {
  const [response] = (await requests.makeBook()).responses
  if (response?.ok === true) return
  throw new AddressBookUnavailable(
    'refused',
    `there is no address book, and none can be made, ${statusOf(response)}`,
  )
}
