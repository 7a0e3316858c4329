import {
  createObject,
  davRequest,
  deleteObject,
  propfind,
  syncCollection,
  updateObject,
} from 'tsdav'
import { createBoundedFetch } from './bounded-fetch.ts'
import type { CardContent, CardDavReading } from './card-content.ts'
import { cardPath } from './collection-url.ts'
import {
  MAX_CARD_CHARS,
  type DavResponse,
  type DavResponses,
  type DavBody,
} from './dav-responses.ts'
import { AddressBookUnavailable } from './unavailable.ts'

/** A card as the server has it. */
export interface RemoteCard {
  readonly path: string
  readonly etag: string
  readonly text: string
}

/** A card, and what it says. */
export interface ReadCard extends RemoteCard {
  readonly content: CardContent
}

/** What is another since a token was told. */
export interface BookChanges {
  readonly token: string
  /** All cards that there are; otherwise those that were changed. */
  readonly isWhole: boolean
  /** ETags by path. */
  readonly cards: ReadonlyMap<string, string>
  readonly removed: readonly string[]
}

/** What became of a write: the card is as it was sent, or it was another one than the writer had seen (412). */
export type RemoteWrite =
  | { readonly kind: 'written'; /** Where the server told it. */ readonly etag: string | undefined }
  | { readonly kind: 'changed' }

/** One address book on a CardDAV server (RFC 6352), for one owner. Every method throws AddressBookUnavailable. */
export interface RemoteBook {
  readonly url: string
  /** Since `token`; all for an empty one. Makes the address book where there is none. */
  changes(token: string): Promise<BookChanges>
  /** One that is too long is left out. */
  read(paths: readonly string[]): Promise<readonly ReadCard[]>
  /** undefined: there is none. */
  get(path: string): Promise<RemoteCard | undefined>
  /** With `etag` only over that one, without one only where there is none. */
  put(path: string, text: string, etag: string | undefined): Promise<RemoteWrite>
  remove(path: string, etag: string): Promise<RemoteWrite>
  /** The text of a card with the changes of a contact in it; nothing is written. */
  readonly changed: CardDavReading['changed']
  readonly groupChanged: CardDavReading['groupChanged']
}

interface RemoteBookOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  readonly timeoutMs: number
  /** Of one response. */
  readonly maxBytes: number
  readonly maxCards: number
  readonly reading: CardDavReading
}

/** Paths of one question for cards. */
const CARDS_AT_ONCE = 50
/** Answers that a server may cut its list of changes into (RFC 6578 3.6). */
const MAX_PARTS = 1_000
const NAMESPACES = {
  _attributes: { 'xmlns:d': 'DAV:', 'xmlns:card': 'urn:ietf:params:xml:ns:carddav' },
}
/** Marks a token that is a CTag, for servers without sync-collection. */
const CTAG = 'ctag:'

/** Opens it; nothing is asked yet. This is the one place that speaks CardDAV. */
export function openRemoteBook(options: RemoteBookOptions): RemoteBook {
  const { url, user, password, maxCards, reading } = options
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const how = { headers: { authorization }, fetch: createBoundedFetch(options) }
  const requested = { url, headers: how.headers }
  const addressOf = (path: string): string => new URL(path, url).href

  async function changesSince(token: string): Promise<BookChanges | undefined> {
    const cards = new Map<string, string>()
    const removed: string[] = []
    let next = token
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const question = { props: { 'd:getetag': {} }, syncLevel: 1, syncToken: next, ...requested }
      const read = await responsesTo((fetch) => syncCollection({ ...question, fetch }))
      const { responses, isMultistatus, token: newToken } = read
      if (!isMultistatus) {
        checkUsable(read)
        return undefined
      }
      const isCut = responses.some(({ status }) => status === 507)
      for (const response of responses) collect(response, cards, removed)
      checkCount(cards.size)
      if (newToken === undefined) return undefined
      if (!isCut) return { token: newToken, isWhole: token === '', cards, removed }
      next = newToken
    }
    throw new AddressBookUnavailable('too_large', 'a list of changes in too many parts')
  }

  function collect(response: DavResponse, cards: Map<string, string>, removed: string[]): void {
    const path = pathOf(response)
    if (path === undefined) return
    if (response.status === 404) removed.push(path)
    else if (response.etag !== undefined) cards.set(path, response.etag)
  }

  function pathOf({ href }: DavResponse): string | undefined {
    return href === undefined ? undefined : cardPath(href, url)
  }

  function checkCount(count: number): void {
    if (count > maxCards) {
      throw new AddressBookUnavailable('too_large', `more than ${maxCards} cards`)
    }
  }

  /** For servers without sync-collection: the CTag says whether anything is another, the ETags say what. */
  async function listing(token: string): Promise<BookChanges> {
    const ofBook = { props: { 'cs:getctag': {} }, depth: '0', ...requested } as const
    const book = await responsesTo((fetch) => propfind({ ...ofBook, fetch }))
    checkUsable(book)
    const ctag = `${CTAG}${book.responses[0]?.ctag ?? ''}`
    if (ctag !== CTAG && ctag === token) {
      return { token, isWhole: false, cards: new Map(), removed: [] }
    }
    const ofCards = { props: { 'd:getetag': {} }, depth: '1', ...requested } as const
    const read = await responsesTo((fetch) => propfind({ ...ofCards, fetch }))
    const { responses } = read
    if (!read.isMultistatus) {
      checkUsable(read)
      throw new AddressBookUnavailable('unexpected', `no list of cards, ${statusOf(responses[0])}`)
    }
    const cards = new Map<string, string>()
    for (const one of responses) collect(one, cards, [])
    checkCount(cards.size)
    return { token: ctag, isWhole: true, cards, removed: [] }
  }

  async function readAll(token: string): Promise<BookChanges> {
    const isOfSync = !token.startsWith(CTAG)
    if (isOfSync && token !== '') {
      const since = await changesSince(token)
      if (since !== undefined) return since
      // RFC 6578 3.2: a token that is too old.
    }
    return (isOfSync ? await changesSince('') : undefined) ?? listing(token)
  }

  async function makeBook(): Promise<void> {
    // RFC 6352 6.3.1.
    const resourcetype = { 'd:collection': {}, 'card:addressbook': {} }
    const set = { 'd:prop': { 'd:resourcetype': resourcetype } }
    const body = { mkcol: { ...NAMESPACES, 'd:set': set } }
    const [response] = (await request('MKCOL', { body, namespace: 'd', depth: '0' })).responses
    if (response?.ok === true) return
    throw new AddressBookUnavailable(
      'refused',
      `there is no address book, and none can be made, ${statusOf(response)}`,
    )
  }

  return {
    url,
    async changes(token) {
      try {
        return await readAll(token)
      } catch (error) {
        if (!(error instanceof NoBook)) throw error
        await makeBook()
        return await readAll('')
      }
    },
    async read(paths) {
      const cards: RemoteCard[] = []
      for (let at = 0; at < paths.length; at += CARDS_AT_ONCE) {
        cards.push(...(await readSome(paths.slice(at, at + CARDS_AT_ONCE))))
      }
      const contents = await reading.cards(cards.map(({ text }) => text))
      return cards.flatMap((card, at) => {
        const content = contents[at]
        return content === undefined ? [] : [{ ...card, content }]
      })
    },
    get,
    changed: (text, change) => reading.changed(text, change),
    groupChanged: (text, change) => reading.groupChanged(text, change),
    async put(path, text, etag) {
      const headers = {
        ...how.headers,
        'content-type': 'text/vcard; charset=utf-8',
        ...(etag === undefined ? { 'if-none-match': '*' } : {}),
      }
      const object = { ...how, url: addressOf(path), data: text, headers }
      const response =
        etag === undefined ? await createObject(object) : await updateObject({ ...object, etag })
      return writeOutcome(response)
    },
    async remove(path, etag) {
      const response = await deleteObject({ ...how, url: addressOf(path), etag })
      // It is deleted, which was wanted.
      return response.status === 404 ? { kind: 'written', etag: undefined } : writeOutcome(response)
    },
  }

  /** What is too large together is requested in halves, and a card that is too large alone is left out. */
  async function readSome(paths: readonly string[]): Promise<readonly RemoteCard[]> {
    try {
      return await readTogether(paths)
    } catch (error) {
      const isTooLarge = error instanceof AddressBookUnavailable && error.code === 'too_large'
      if (!isTooLarge) throw error
      if (paths.length === 1) return []
      const half = Math.ceil(paths.length / 2)
      return [...(await readSome(paths.slice(0, half))), ...(await readSome(paths.slice(half)))]
    }
  }

  async function readTogether(paths: readonly string[]): Promise<readonly RemoteCard[]> {
    const prop = { 'd:getetag': {}, 'card:address-data': {} }
    const query = { ...NAMESPACES, 'd:prop': prop, 'd:href': paths }
    // RFC 6352 8.7.
    const body = { 'addressbook-multiget': query }
    const read = await request('REPORT', { body, namespace: 'card', depth: '1' })
    if (!read.isMultistatus) {
      checkUsable(read)
      throw new AddressBookUnavailable('unexpected', `no cards, ${statusOf(read.responses[0])}`)
    }
    const cards: RemoteCard[] = []
    for (const response of read.responses) {
      const card = cardOf(response) ?? (await wholeCard(response))
      if (card !== undefined && card.text.length <= MAX_CARD_CHARS) cards.push(card)
    }
    return cards
  }

  function request(
    method: 'MKCOL' | 'REPORT',
    question: { readonly body: object; readonly namespace: string; readonly depth: '0' | '1' },
  ): Promise<DavResponses> {
    const { body, namespace, depth } = question
    const init = { method, headers: { ...how.headers, depth }, body, namespace }
    return responsesTo((fetch) => davRequest({ url, init, fetch }))
  }

  /** What comes back is taken from tsdav before it reads it: that may take long, and is done elsewhere. */
  async function responsesTo(
    send: (taking: typeof fetch) => Promise<unknown>,
  ): Promise<DavResponses> {
    const bodies: DavBody[] = []
    await send(async (...question) => {
      const response = await how.fetch(...question)
      const { status, statusText, headers } = response
      const bytes = new Uint8Array(await response.arrayBuffer())
      bodies.push({ status, statusText, type: headers.get('content-type') ?? '', bytes })
      return new Response(null, { status: 204 })
    })
    const [body] = bodies
    if (body === undefined) throw new AddressBookUnavailable('unexpected', 'nothing was asked')
    return reading.responses(body)
  }

  function cardOf(response: DavResponse): RemoteCard | undefined {
    const path = pathOf(response)
    const { card: text, etag } = response
    if (path === undefined || text === undefined || etag === undefined) return undefined
    return { path, etag, text }
  }

  /** A picture makes a text that the parser of tsdav cuts: then the card itself is requested. */
  async function wholeCard(reply: DavResponse): Promise<RemoteCard | undefined> {
    const path = pathOf(reply)
    return path === undefined || reply.status === 404 ? undefined : get(path)
  }

  async function get(path: string): Promise<RemoteCard | undefined> {
    const response = await how.fetch(addressOf(path), { headers: how.headers })
    if (response.status === 404 || response.status === 410) return undefined
    if (!response.ok) throw refusalOf(response.status)
    const etag = response.headers.get('etag')
    if (etag === null) throw new AddressBookUnavailable('unexpected', 'a card without an ETag')
    return { path, etag, text: await response.text() }
  }
}

/** There is no address book at this address. */
class NoBook extends Error {
  override readonly name = 'NoBook'
}

function writeOutcome({ ok, status, headers }: Response): RemoteWrite {
  // 404 and 409 of a PUT: the card, or the book it was in, is not there any more.
  if (status === 412 || status === 404) return { kind: 'changed' }
  if (ok) return { kind: 'written', etag: headers.get('etag') ?? undefined }
  throw refusalOf(status)
}

/** Throws what is no question of what the server can do. */
function checkUsable({ responses, isOldToken }: DavResponses): void {
  const status = responses[0]?.status ?? 0
  if (status === 404) throw new NoBook()
  if (status === 401 || status === 403 || status >= 500 || (status >= 300 && status < 400)) {
    if (!isOldToken) throw refusalOf(status)
  }
}

function refusalOf(status: number): AddressBookUnavailable {
  const isRefused = status === 401 || status === 403
  const code = isRefused ? 'refused' : status >= 500 ? 'unreachable' : 'unexpected'
  return new AddressBookUnavailable(code, `HTTP ${status}`)
}

function statusOf(response: DavResponse | undefined): string {
  return response === undefined ? 'no answer' : `HTTP ${response.status}`
}
