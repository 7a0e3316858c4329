import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestLimits } from '../http/request-limits.ts'
import { Refusal } from '../http/refusal.ts'

/** Methods that have no business with a chunked body; http-proxy would let it become a second request. */
const METHODS_WITHOUT_CHUNKS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

/** TRACE reflects headers, CONNECT makes tunnels: no page of a panel or webmail needs them. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT'])

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/

/** Connections on which no one can say any more where the next request starts. */
const endedConnections = new WeakSet<Socket>()

/** Whether the response must be the last of its connection (RFC 9112 6.1 and 6.3). */
export function mustEndConnection({ socket }: IncomingMessage): boolean {
  return endedConnections.has(socket)
}

/**
 * Refuses a request whose bounds or target two servers could read differently, before anything else
 * looks at it (RFC 9112 6.3 and 11; plugin/docs/threats.md, requests). Node's own parser has already
 * refused what is malformed on the wire. Where it is the bounds that are refused, so is everything behind
 * them on the same connection. Throws Refusal.
 */
export function checkFraming(req: IncomingMessage, limits: HeadLimits): void {
  if (mustEndConnection(req)) throw new Refusal('framing_ambiguous')
  try {
    checkBounds(req, limits)
  } catch (error) {
    endedConnections.add(req.socket)
    throw error
  }
  if (REFUSED_METHODS.has(req.method ?? '')) throw new Refusal('method_not_allowed')
  checkTarget(req.url ?? '')
}

/** Fewer than the 1,000 fields Node keeps, so that none is missing from those that are looked at. */
type HeadLimits = Pick<RequestLimits, 'headerFields'>

function checkBounds(req: IncomingMessage, { headerFields }: HeadLimits): void {
  if (req.rawHeaders.length > 2 * headerFields) throw new Refusal('headers_too_many')
  const bounds = boundsOf(req)
  checkBody(req, bounds)
  checkHost(bounds)
  checkConnectionOptions(req)
}

/** The headers that say where a request goes and ends, each as often as it was sent. */
interface Bounds {
  readonly hosts: readonly string[]
  readonly codings: readonly string[]
  readonly lengths: readonly string[]
}

function boundsOf({ rawHeaders }: IncomingMessage): Bounds {
  const hosts: string[] = []
  const codings: string[] = []
  const lengths: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (name === 'host') hosts.push(value)
    else if (name === 'transfer-encoding') codings.push(value)
    else if (name === 'content-length') lengths.push(value)
  }
  return { hosts, codings, lengths }
}

function checkBody(req: IncomingMessage, { codings, lengths }: Bounds): void {
  if (codings.length + lengths.length > 1) throw new Refusal('framing_ambiguous')
  const coding = codings[0]
  if (coding === undefined) return
  const isAllowed =
    coding.toLowerCase() === 'chunked' &&
    req.httpVersion === '1.1' &&
    !METHODS_WITHOUT_CHUNKS.has(req.method ?? '')
  if (!isAllowed) throw new Refusal('framing_ambiguous')
}

/** Node accepts two Host headers and takes the first; a backend may take the other. */
function checkHost({ hosts }: Bounds): void {
  const [host] = hosts
  if (hosts.length !== 1 || host === undefined || !HOST.test(host)) {
    throw new Refusal('host_refused')
  }
}

/** Header names that `Connection` may never take away: body bounds, identity and origin rest on them. */
const END_TO_END = new Set([
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
])

function checkConnectionOptions(req: IncomingMessage): void {
  const isStolen = connectionOptions(req.headers.connection).some((name) => END_TO_END.has(name))
  if (isStolen) throw new Refusal('framing_ambiguous')
}

/** Names listed in a Connection header, lower case (RFC 9110 7.6.1). */
export function connectionOptions(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return header
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

/** Visible ASCII only: control characters, spaces and raw 8-bit bytes never stand in a valid target. */
const NOT_VISIBLE_ASCII = /[^\x21-\x7e]/

/** A slash, backslash, dot or control character in disguise, also when encoded twice (`%252f`). */
const ENCODED_DELIMITER = /%(?:25)*(?:2f|5c|2e|[01][0-9a-f]|7f)/i

/** A percent sign that starts no escape: servers disagree on what follows. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i

/** `.`, `..` and their forms with path parameters (`..;x`), which some servers resolve as well. */
const DOT_SEGMENT = /\/\.{1,2}(?:;[^/]*)?(?:\/|$)/

/**
 * Refuses a request target that two servers could read differently: dot segments, doubled or encoded
 * slashes, backslashes, fragments, control and 8-bit characters. Refused, never normalised
 * (RFC 3986 7.3). Throws Refusal('path_refused').
 */
export function checkTarget(rawUrl: string): void {
  if (!rawUrl.startsWith('/')) throw new Refusal('path_refused')
  if (NOT_VISIBLE_ASCII.test(rawUrl) || rawUrl.includes('#')) throw new Refusal('path_refused')
  const path = requestPathOf(rawUrl)
  const isAmbiguous =
    path.includes('\\') ||
    path.includes('//') ||
    DOT_SEGMENT.test(path) ||
    ENCODED_DELIMITER.test(path) ||
    BROKEN_ESCAPE.test(path)
  if (isAmbiguous) throw new Refusal('path_refused')
}

/** The part of a raw request target in front of its query, as text. */
export function requestPathOf(rawUrl: string): string {
  const question = rawUrl.indexOf('?')
  return question === -1 ? rawUrl : rawUrl.slice(0, question)
}
