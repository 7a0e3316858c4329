import {
  createObject,
  davRequest,
  deleteObject,
  propfind,
  syncCollection,
  updateObject,
} from 'tsdav'
import { createBoundedFetch } from './bounded-fetch.ts'
import type { DavBody, DavResponse, DavResponses } from './dav-responses.ts'
import { AddressBookUnavailable } from './unavailable.ts'

/** One user's requests to one address book. Every method throws AddressBookUnavailable. */
export interface DavRequests {
  /** ETags of the cards that changed since a token (RFC 6578); of all for an empty one. */
  sync(token: string): Promise<DavResponses>
  /** A property of the address book itself (depth 0), or of each card in it (depth 1). */
  properties(name: 'cs:getctag' | 'd:getetag', depth: '0' | '1'): Promise<DavResponses>
  /** ETags and texts of these cards (RFC 6352 8.7). */
  multiget(paths: readonly string[]): Promise<DavResponses>
  /** Creates the address book (RFC 6352 6.3.1). */
  makeBook(): Promise<DavResponses>
  get(path: string): Promise<Response>
  /** With `etag` only over that version, without one only where there is no card. */
  put(path: string, text: string, etag: string | undefined): Promise<Response>
  remove(path: string, etag: string): Promise<Response>
}

export interface DavRequestsOptions {
  readonly url: string
  readonly user: string
  readonly password: string
  readonly timeoutMs: number
  /** Of one response. */
  readonly maxBytes: number
  /** Reads the body of a response. Throws AddressBookUnavailable. */
  readonly readResponses: (body: DavBody) => Promise<DavResponses>
}

const NAMESPACES = {
  _attributes: { 'xmlns:d': 'DAV:', 'xmlns:card': 'urn:ietf:params:xml:ns:carddav' },
}

/** Sends nothing yet. This is the one place that speaks CardDAV. */
export function createDavRequests(options: DavRequestsOptions): DavRequests {
  const { url, user, password, readResponses } = options
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = { authorization }
  const boundedFetch = createBoundedFetch(options)
  const addressOf = (path: string): string => new URL(path, url).href

  /** The body goes to our reader instead of tsdav's: reading may take long, and a thread does it. */
  async function responsesTo(
    send: (taking: typeof fetch) => Promise<unknown>,
  ): Promise<DavResponses> {
    const bodies: DavBody[] = []
    await send(async (...request) => {
      const response = await boundedFetch(...request)
      const { status, statusText } = response
      const type = response.headers.get('content-type') ?? ''
      bodies.push({ status, statusText, type, bytes: new Uint8Array(await response.arrayBuffer()) })
      return new Response(null, { status: 204 })
    })
    const [body] = bodies
    if (body === undefined) throw new AddressBookUnavailable('unexpected', 'nothing was requested')
    return readResponses(body)
  }

  function sendXml(
    method: 'MKCOL' | 'REPORT',
    request: { readonly body: object; readonly namespace: string; readonly depth: '0' | '1' },
  ): Promise<DavResponses> {
    const { body, namespace, depth } = request
    const init = { method, headers: { ...headers, depth }, body, namespace }
    return responsesTo((fetch) => davRequest({ url, init, fetch }))
  }

  return {
    sync(syncToken) {
      const request = { url, headers, props: { 'd:getetag': {} }, syncLevel: 1, syncToken }
      return responsesTo((fetch) => syncCollection({ ...request, fetch }))
    },
    properties(name, depth) {
      return responsesTo((fetch) => propfind({ url, headers, props: { [name]: {} }, depth, fetch }))
    },
    multiget(paths) {
      const prop = { 'd:getetag': {}, 'card:address-data': {} }
      const query = { ...NAMESPACES, 'd:prop': prop, 'd:href': paths }
      const body = { 'addressbook-multiget': query }
      return sendXml('REPORT', { body, namespace: 'card', depth: '1' })
    },
    makeBook() {
      const resourcetype = { 'd:collection': {}, 'card:addressbook': {} }
      const set = { 'd:prop': { 'd:resourcetype': resourcetype } }
      const body = { mkcol: { ...NAMESPACES, 'd:set': set } }
      return sendXml('MKCOL', { body, namespace: 'd', depth: '0' })
    },
    get: (path) => boundedFetch(addressOf(path), { headers }),
    put(path, data, etag) {
      const object = {
        url: addressOf(path),
        data,
        headers: {
          ...headers,
          'content-type': 'text/vcard; charset=utf-8',
          ...(etag === undefined ? { 'if-none-match': '*' } : {}),
        },
        fetch: boundedFetch,
      }
      return etag === undefined ? createObject(object) : updateObject({ ...object, etag })
    },
    remove: (path, etag) =>
      deleteObject({ url: addressOf(path), etag, headers, fetch: boundedFetch }),
  }
}

/** There is no address book at this address. */
export class NoBook extends Error {
  override readonly name = 'NoBook'
}

/** Throws NoBook or AddressBookUnavailable, except for a server that only lacks what was requested. */
export function checkUsable({ responses, isOldToken }: DavResponses): void {
  const status = responses[0]?.status ?? 0
  if (status === 404) throw new NoBook()
  if (status === 401 || status === 403 || status >= 500 || (status >= 300 && status < 400)) {
    if (!isOldToken) throw faultOf(status)
  }
}

/** The fault that a status of HTTP means. */
export function faultOf(status: number): AddressBookUnavailable {
  const isRefused = status === 401 || status === 403
  const code = isRefused ? 'refused' : status >= 500 ? 'unreachable' : 'unexpected'
  return new AddressBookUnavailable(code, `HTTP ${status}`)
}

/** The status of a response, for a message. */
export function statusOf(response: DavResponse | undefined): string {
  return response === undefined ? 'no answer' : `HTTP ${response.status}`
}
