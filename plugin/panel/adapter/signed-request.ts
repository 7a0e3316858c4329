import type { IncomingMessage } from 'node:http'

/** What a shim signed, and the words of the request that its signature covers. */
export interface SignedRequest {
  readonly method: string
  /** The raw request target, byte for byte. */
  readonly target: string
  /** `<envelope>.<mac>`; several such headers are no signature. */
  readonly signature: string
}

/** Name of the header that index.php sends. The gate drops it before anything else sees the request. */
const HEADER = 'x-postern-shim'

/**
 * The signature of a request, from the raw headers because the gate has cleaned the others. undefined
 * without one, and for whatever did not come over a Unix socket: signed headers carry the password.
 */
export function signedRequestOf(req: IncomingMessage): SignedRequest | undefined {
  if (!cameByUnixSocket(req)) return undefined
  const { rawHeaders } = req
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && isHeader(rawHeaders[at - 1]))
  const [signature] = values
  if (signature === undefined) return undefined
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    signature: values.length === 1 ? signature : '',
  }
}

function isHeader(name: string | undefined): boolean {
  return name?.toLowerCase() === HEADER
}

/** A closed TCP socket has no address any more either, so an open one is asked for. */
function cameByUnixSocket({ socket }: IncomingMessage): boolean {
  return !socket.destroyed && socket.remoteAddress === undefined
}
