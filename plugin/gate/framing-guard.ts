import type { IncomingMessage } from 'node:http'
import { Refusal } from '../refusal.ts'
import { checkTarget } from './path-guard.ts'

/** Methods that have no business with a chunked body; http-proxy would let it become a second request. */
const METHODS_WITHOUT_CHUNKS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

/** TRACE reflects headers, CONNECT makes tunnels: no page of a panel or webmail needs them. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT'])

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/

/**
 * Refuses a request whose bounds or target two servers could read differently, before anything else
 * looks at it (RFC 9112 6.3 and 11; reference security.md 0, rows 1-3). Node's own parser has already
 * refused what is malformed on the wire. Throws Refusal.
 */
export function checkFraming(req: IncomingMessage): void {
  if (REFUSED_METHODS.has(req.method ?? '')) throw new Refusal('method_not_allowed')
  const bounds = boundsOf(req)
  checkBody(req, bounds)
  checkHost(bounds)
  checkConnectionOptions(req)
  checkTarget(req.url ?? '')
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
