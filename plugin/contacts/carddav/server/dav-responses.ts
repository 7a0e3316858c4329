import { davRequest, type DAVResponse } from 'tsdav'
import { AddressBookUnavailable } from './unavailable.ts'
import { isPlainXml } from './xml-bounds.ts'

/** The response of a server, before anything of it is read. */
export interface DavBody {
  readonly status: number
  readonly statusText: string
  /** Its Content-Type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** One response of a multistatus (RFC 4918 14.24), as far as an address book needs it. */
export interface DavResponse {
  readonly href: string | undefined
  readonly status: number
  readonly ok: boolean
  readonly etag: string | undefined
  readonly ctag: string
  /** The text of a card, where it is whole. */
  readonly card: string | undefined
}

/** All of a response. */
export interface DavResponses {
  readonly responses: readonly DavResponse[]
  readonly isMultistatus: boolean
  readonly token: string | undefined
  /** A server reports an unknown token by 403 with a reason (RFC 6578 3.2); a refusal has none. */
  readonly isOldToken: boolean
}

/** Characters of one card: a picture and all else. What is longer is left out. */
export const MAX_CARD_CHARS = 1024 * 1024

/** Reads it. Throws AddressBookUnavailable('too_large') for XML that is nested or endless. */
export async function readDavResponses({
  status,
  statusText,
  type,
  bytes,
}: DavBody): Promise<DavResponses> {
  const body = Buffer.from(bytes)
  const isXml = /^[\s\ufeff]*</.test(body.toString('utf8', 0, 100))
  if (isXml && !isPlainXml(body)) {
    throw new AddressBookUnavailable('too_large', 'an answer of nested or endless XML')
  }
  // A Response of these has no body (WHATWG fetch, null body status).
  const isEmpty = status === 204 || status === 205 || status === 304
  const response = new Response(isEmpty ? null : body, {
    ...{ status, statusText, headers: { 'content-type': type } },
  })
  // The request does not matter any more: tsdav is here for its reader alone.
  const init = { method: 'REPORT', headers: {}, body: {} } as const
  const read = await davRequest({ url: 'dav:', init, fetch: () => Promise.resolve(response) })
  const [first] = read
  const raw: unknown = first?.raw
  return {
    responses: read.map(responseOf),
    isMultistatus: isRecord(raw) && 'multistatus' in raw,
    token: tokenOf(raw),
    isOldToken: status === 403 && typeof raw === 'string' && raw.includes('valid-sync'),
  }
}

function responseOf({ href, status, ok, props }: DAVResponse): DavResponse {
  const { getetag, getctag, addressData } = props ?? {}
  const text: unknown = isRecord(addressData) ? addressData['_cdata'] : addressData
  return {
    href: typeof href === 'string' ? href : undefined,
    status,
    ok,
    etag: typeof getetag === 'string' || typeof getetag === 'number' ? String(getetag) : undefined,
    ctag: typeof getctag === 'string' || typeof getctag === 'number' ? String(getctag) : '',
    card: typeof text === 'string' && isWholeCard(text) ? text : undefined,
  }
}

function isWholeCard(text: string): boolean {
  const isShort = text.length <= MAX_CARD_CHARS
  return isShort && /^END:VCARD\s*$/im.test(text.slice(-20)) && /^\s*BEGIN:VCARD/i.test(text)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function tokenOf(raw: unknown): string | undefined {
  const multistatus = isRecord(raw) ? raw['multistatus'] : undefined
  const token = isRecord(multistatus) ? multistatus['syncToken'] : undefined
  if (typeof token === 'string' && token !== '') return token
  return typeof token === 'number' ? String(token) : undefined
}
