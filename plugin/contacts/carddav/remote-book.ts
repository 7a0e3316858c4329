import {
  createObject,
  davRequest,
  deleteObject,
  propfind,
  syncCollection,
  updateObject,
  type DAVResponse,
} from 'tsdav'
import { createBoundedFetch } from './bounded-fetch.ts'
import { cardPath } from './collection-url.ts'
import { AddressBookUnavailable } from './unavailable.ts'

/** A card as the server has it. */
export interface RemoteCard {
  readonly path: string
  readonly etag: string
  readonly text: string
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
  read(paths: readonly string[]): Promise<readonly RemoteCard[]>
  /** undefined: there is none. */
  get(path: string): Promise<RemoteCard | undefined>
  /** With `etag` only over that one, without one only where there is none. */
  put(path: string, text: string, etag: string | undefined): Promise<RemoteWrite>
  remove(path: string, etag: string): Promise<RemoteWrite>
}

interface RemoteBookOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  readonly timeoutMs: number
  /** Of one answer. */
  readonly maxBytes: number
  readonly maxCards: number
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
  const { url, user, password, maxCards } = options
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const how = { headers: { authorization }, fetch: createBoundedFetch(options) }
  const addressOf = (path: string): string => new URL(path, url).href

  async function changesSince(token: string): Promise<BookChanges | undefined> {
    const cards = new Map<string, string>()
    const removed: string[] = []
    let next = token
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const question = { url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: next, ...how }
      const answers = await syncCollection(question)
      if (!isMultistatus(answers)) {
        checkUsable(answers[0])
        return undefined
      }
      const isCut = answers.some(({ status }) => status === 507)
      for (const answer of answers) collect(answer, cards, removed)
      checkCount(cards.size)
      const told = tokenOf(answers)
      if (told === undefined) return undefined
      if (!isCut) return { token: told, isWhole: token === '', cards, removed }
      next = told
    }
    throw new AddressBookUnavailable('too_large', 'a list of changes in too many parts')
  }

  function collect(answer: DAVResponse, cards: Map<string, string>, removed: string[]): void {
    const path = typeof answer.href === 'string' ? cardPath(answer.href, url) : undefined
    if (path === undefined) return
    const { getetag } = answer.props ?? {}
    if (answer.status === 404) removed.push(path)
    else if (typeof getetag === 'string' || typeof getetag === 'number') {
      cards.set(path, String(getetag))
    }
  }

  function checkCount(count: number): void {
    if (count > maxCards) {
      throw new AddressBookUnavailable('too_large', `more than ${maxCards} cards`)
    }
  }

  /** For servers without sync-collection: the CTag says whether anything is another, the ETags say what. */
  async function listing(token: string): Promise<BookChanges> {
    const [answer] = await propfind({ url, props: { 'cs:getctag': {} }, depth: '0', ...how })
    checkUsable(answer)
    const ctag = `${CTAG}${String(answer?.props?.['getctag'] ?? '')}`
    if (ctag !== CTAG && ctag === token) {
      return { token, isWhole: false, cards: new Map(), removed: [] }
    }
    const answers = await propfind({ url, props: { 'd:getetag': {} }, depth: '1', ...how })
    if (!isMultistatus(answers)) {
      checkUsable(answers[0])
      throw new AddressBookUnavailable('unexpected', `no list of cards, ${statusOf(answers[0])}`)
    }
    const cards = new Map<string, string>()
    for (const one of answers) collect(one, cards, [])
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
    const [answer] = await ask('MKCOL', { body, namespace: 'd', depth: '0' })
    if (answer?.ok === true) return
    throw new AddressBookUnavailable(
      'refused',
      `there is no address book, and none can be made, ${statusOf(answer)}`,
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
        const href = paths.slice(at, at + CARDS_AT_ONCE)
        const prop = { 'd:getetag': {}, 'card:address-data': {} }
        const query = { ...NAMESPACES, 'd:prop': prop, 'd:href': href }
        // RFC 6352 8.7.
        const body = { 'addressbook-multiget': query }
        const answers = await ask('REPORT', { body, namespace: 'card', depth: '1' })
        if (!isMultistatus(answers)) {
          checkUsable(answers[0])
          throw new AddressBookUnavailable('unexpected', `no cards, ${statusOf(answers[0])}`)
        }
        for (const answer of answers) {
          const card = cardOf(answer, url) ?? (await wholeCard(answer))
          if (card !== undefined) cards.push(card)
        }
      }
      return cards
    },
    get,
    async put(path, text, etag) {
      const headers = {
        ...how.headers,
        'content-type': 'text/vcard; charset=utf-8',
        ...(etag === undefined ? { 'if-none-match': '*' } : {}),
      }
      const object = { ...how, url: addressOf(path), data: text, headers }
      const answer =
        etag === undefined ? await createObject(object) : await updateObject({ ...object, etag })
      return writeOutcome(answer)
    },
    async remove(path, etag) {
      const answer = await deleteObject({ ...how, url: addressOf(path), etag })
      // It is gone, which was wanted.
      return answer.status === 404 ? { kind: 'written', etag: undefined } : writeOutcome(answer)
    },
  }

  function ask(
    method: 'MKCOL' | 'REPORT',
    question: { readonly body: object; readonly namespace: string; readonly depth: '0' | '1' },
  ): Promise<DAVResponse[]> {
    const { body, namespace, depth } = question
    const init = { method, headers: { ...how.headers, depth }, body, namespace }
    return davRequest({ url, init, fetch: how.fetch })
  }

  /** A picture makes a text that the parser of tsdav cuts: then the card itself is asked for. */
  async function wholeCard({ href, status }: DAVResponse): Promise<RemoteCard | undefined> {
    const path = typeof href === 'string' ? cardPath(href, url) : undefined
    return path === undefined || status === 404 ? undefined : get(path)
  }

  async function get(path: string): Promise<RemoteCard | undefined> {
    const answer = await how.fetch(addressOf(path), { headers: how.headers })
    if (answer.status === 404 || answer.status === 410) return undefined
    if (!answer.ok) throw refusalOf(answer.status)
    const etag = answer.headers.get('etag')
    if (etag === null) throw new AddressBookUnavailable('unexpected', 'a card without an ETag')
    return { path, etag, text: await answer.text() }
  }
}

/** There is no address book at this address. */
class NoBook extends Error {
  override readonly name = 'NoBook'
}

function cardOf(answer: DAVResponse, url: string): RemoteCard | undefined {
  const path = typeof answer.href === 'string' ? cardPath(answer.href, url) : undefined
  const { getetag, addressData } = answer.props ?? {}
  const text: unknown = isRecord(addressData) ? addressData['_cdata'] : addressData
  const isWhole = typeof text === 'string' && /^END:VCARD\s*$/im.test(text.slice(-20))
  const isCard = isWhole && /^\s*BEGIN:VCARD/i.test(text)
  if (path === undefined || !isCard || typeof getetag !== 'string') return undefined
  return { path, etag: getetag, text }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isMultistatus(answers: readonly DAVResponse[]): boolean {
  const [first] = answers
  return first !== undefined && isRecord(first.raw) && 'multistatus' in first.raw
}

function tokenOf([first]: readonly DAVResponse[]): string | undefined {
  const raw: unknown = first?.raw
  const multistatus = isRecord(raw) ? raw['multistatus'] : undefined
  const token = isRecord(multistatus) ? multistatus['syncToken'] : undefined
  if (typeof token === 'string' && token !== '') return token
  return typeof token === 'number' ? String(token) : undefined
}

function writeOutcome({ ok, status, headers }: Response): RemoteWrite {
  // 404 and 409 of a PUT: the card, or the book it was in, is not there any more.
  if (status === 412 || status === 404) return { kind: 'changed' }
  if (ok) return { kind: 'written', etag: headers.get('etag') ?? undefined }
  throw refusalOf(status)
}

/** Throws what is no question of what the server can do. */
function checkUsable(answer: DAVResponse | undefined): void {
  const status = answer?.status ?? 0
  if (status === 404) throw new NoBook()
  if (status === 401 || status === 403 || status >= 500 || (status >= 300 && status < 400)) {
    // A token that is not known is told by 403 with a reason (RFC 6578 3.2); a refusal has none.
    const reason: unknown = answer?.raw
    const isOldToken = status === 403 && typeof reason === 'string' && reason.includes('valid-sync')
    if (!isOldToken) throw refusalOf(status)
  }
}

function refusalOf(status: number): AddressBookUnavailable {
  const isRefused = status === 401 || status === 403
  const code = isRefused ? 'refused' : status >= 500 ? 'unreachable' : 'unexpected'
  return new AddressBookUnavailable(code, `HTTP ${status}`)
}

function statusOf(answer: DAVResponse | undefined): string {
  return answer === undefined ? 'no answer' : `HTTP ${answer.status}`
}
