import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import httpProxy from 'http-proxy'
import { endWithResponse, handshakeRefusal, refuseUpgrade } from './handshake.ts'
import { outgoingHeaders, responseHeaders, type Forwarding } from './headers.ts'

/** Why an upstream could not be used. */
type UpstreamFaultCode =
  /** Nothing of the response came: refused, reset, no such host. */
  | 'unreachable'
  /** Silent for longer than the time limit. */
  | 'timed_out'
  /** As many requests under way as this upstream is given. */
  | 'busy'
  /** http-proxy would not have passed this request on as it came. */
  | 'not_forwardable'

/** A request could not be passed on, and nothing of a response was written. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault'
  readonly code: UpstreamFaultCode

  constructor(code: UpstreamFaultCode, options: { readonly cause?: unknown } = {}) {
    super(`upstream ${code}`, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
  }
}

/** A response as the upstream gave it. */
export interface UpstreamResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server behind us that requests are passed on to, byte for byte. */
export interface Upstream {
  /**
   * Passes the request on and writes the response. Resolves once the response is complete or the client is
   * gone; throws UpstreamFault when nothing of a response was written. Redirects are passed on, never followed.
   * Answers a copy of a response that came whole, where `copyBytes` requests one.
   */
  web(
    req: IncomingMessage,
    res: ServerResponse,
    forwarding: Forwarding,
  ): Promise<UpstreamResponse | undefined>
  /** Passes a WebSocket handshake of the same origin on; refuses anything else and closes. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, forwarding: Forwarding): void
  close(): void
}

interface UpstreamOptions {
  /** `http://host:port`, without a path. */
  readonly target: string
  /** Silence of the upstream that ends a request. */
  readonly timeoutMs: number
  /** Requests and tunnels under way at most; there is no queue behind it. */
  readonly maxSockets: number
  /** Headers by which the upstream learns who the user is; never taken from a client. */
  readonly trustedHeaders: readonly string[]
  /** True for the panel alone: no other upstream sees an Authorization header. */
  readonly passesAuthorization?: boolean
  readonly log: { warn(fields: object, message: string): void }
}

/** Opens an upstream. The only place that uses http-proxy. Throws when the target has a path. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeoutMs, maxSockets, trustedHeaders, passesAuthorization = false, log } = options
  const target = new URL(options.target)
  if (target.pathname !== '/') throw new Error(`upstream ${options.target}: must have no path`)
  const Agent = target.protocol === 'https:' ? HttpsAgent : HttpAgent
  // A fresh connection per request: what a body leaves over can never become the next request of
  // someone else (http-proxy issues 1720 and 1721, CVE-2026-29057).
  const agent = new Agent({ keepAlive: false, timeout: timeoutMs })
  const rules = { trustedHeaders, passesAuthorization }
  let underWay = 0

  const start = (req: IncomingMessage) => {
    checkForwardable(req)
    if (underWay >= maxSockets) throw new UpstreamFault('busy')
    underWay += 1
  }

  // One proxy object per request, because http-proxy's events do not tell which request they are of.
  const newProxy = () => {
    const proxy = httpProxy.createProxyServer({
      target: target.origin,
      agent,
      // Leaves req.url as it is; without it the library parses and rewrites it.
      toProxy: true,
      prependPath: false,
      selfHandleResponse: true,
    })
    const limitSilence = (proxyReq: {
      on: NodeJS.EventEmitter['on']
      destroy(error: Error): void
    }) => {
      proxyReq.on('timeout', () => {
        proxyReq.destroy(new UpstreamFault('timed_out'))
      })
    }
    proxy.on('proxyReq', limitSilence)
    proxy.on('proxyReqWs', limitSilence)
    return proxy
  }

  /** Resolves to the head of the response, or to undefined when the client is gone. Throws UpstreamFault. */
  const send = (req: IncomingMessage, res: ServerResponse, forwarding: Forwarding) => {
    const proxy = newProxy()
    // The library itself notices a client that goes away only while its request is being read.
    proxy.once('proxyReq', (proxyReq) => {
      if (res.closed) proxyReq.destroy()
      else res.once('close', () => proxyReq.destroy())
    })
    return new Promise<IncomingMessage | undefined>((resolve, reject) => {
      res.once('close', () => resolve(undefined))
      proxy.once('proxyRes', resolve)
      withHeaders(req, outgoingHeaders(req, forwarding, rules), () => {
        const { body } = forwarding
        const options = body === undefined ? {} : { buffer: Readable.from([body]) }
        proxy.web(req, res, options, (error) => reject(asFault(error)))
      })
    })
  }

  return {
    async web(req, res, forwarding) {
      start(req)
      try {
        const response = await send(req, res, forwarding).catch((error: unknown) => {
          if (res.closed || !isRepeatable(req, error)) throw error
          return send(req, res, forwarding)
        })
        if (response === undefined) return undefined
        const copy = copyOf(response, forwarding.copyBytes)
        await forwardResponse(response, res, forwarding)
        return copy()
      } catch (error) {
        if (res.headersSent || res.destroyed) {
          log.warn({ err: error }, 'the upstream broke off its answer')
          return undefined
        }
        // A body may be half read: the client's connection cannot carry another request.
        res.setHeader('Connection', 'close')
        throw asFault(error)
      } finally {
        underWay -= 1
      }
    },

    upgrade(req, socket, head, forwarding) {
      const refusal = handshakeRefusal(req)
      if (refusal !== undefined) {
        refuseUpgrade(socket, refusal)
        return
      }
      try {
        start(req)
      } catch (error) {
        log.warn({ err: error }, 'a WebSocket was not passed on')
        const isOfRequest = error instanceof UpstreamFault && error.code === 'not_forwardable'
        refuseUpgrade(socket, isOfRequest ? '400 Bad Request' : '503 Service Unavailable')
        return
      }
      socket.once('close', () => {
        underWay -= 1
      })
      const proxy = newProxy()
      proxy.on('proxyReqWs', (proxyReq) => {
        socket.once('close', () => proxyReq.destroy())
        proxyReq.once('response', (response) => endWithResponse(response, socket))
        proxyReq.once('upgrade', (_response, tunnel) => tunnel.setTimeout(0))
      })
      const headers = {
        ...outgoingHeaders(req, forwarding, rules),
        connection: 'Upgrade',
        upgrade: 'websocket',
      }
      withHeaders(req, headers, () => {
        proxy.ws(req, socket, head, {}, (error) => {
          log.warn({ err: error }, 'a WebSocket upstream failed')
          socket.destroy()
        })
      })
    },

    close() {
      agent.destroy()
    },
  }
}

/** Node drops header fields beyond 1,000, while its parser frames the body by all of them. */
const ALL_RAW_HEADERS = 2 * 1_000

/** http-proxy joins doubled slashes in the path and repairs `http:/`: such a target is not passed on at all. */
function checkForwardable(req: IncomingMessage): void {
  const [path = ''] = (req.url ?? '').split('?')
  const isRewritten = !path.startsWith('/') || path.includes('//') || /https?:\//.test(path)
  if (isRewritten) throw new UpstreamFault('not_forwardable')
  if (req.rawHeaders.length >= ALL_RAW_HEADERS) throw new UpstreamFault('not_forwardable')
  // The library would send Content-Length: 0 and the body after it (its issue 1720).
  const isBodyless = /^(?:GET|HEAD|DELETE|OPTIONS)$/.test(req.method ?? '')
  if (isBodyless && req.headers['transfer-encoding'] !== undefined) {
    throw new UpstreamFault('not_forwardable')
  }
}

/**
 * http-proxy copies `req.headers` while it is called and can add but not leave out. So it is called
 * with the cleaned headers in place; later readers of the request find the original ones.
 */
function withHeaders(req: IncomingMessage, headers: IncomingMessage['headers'], call: () => void) {
  const original = req.headers
  req.headers = headers
  try {
    call()
  } finally {
    req.headers = original
  }
}

/**
 * Whether a request may be sent again (RFC 9110, 9.2.2): a server that starts anew, as nginx at a reload, closes connections of which
 * it has read nothing.
 */
function isRepeatable({ method, headers }: IncomingMessage, error: unknown): boolean {
  // A body has been read by then.
  const hasBody = headers['content-length'] !== undefined
  if (hasBody || (method !== 'GET' && method !== 'HEAD')) return false
  const cause = error instanceof UpstreamFault ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET'
}

function asFault(error: unknown): UpstreamFault {
  return error instanceof UpstreamFault ? error : new UpstreamFault('unreachable', { cause: error })
}

/** Keeps what passes by, up to the bound; the copy is there when all of it has passed. */
function copyOf(
  response: IncomingMessage,
  maxBytes: number | undefined,
): () => UpstreamResponse | undefined {
  if (maxBytes === undefined) return () => undefined
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
  })
  return () => {
    if (bytes > maxBytes) return undefined
    const { statusCode = 502, headers } = response
    return { status: statusCode, headers, body: Buffer.concat(chunks) }
  }
}

const MAX_LISTENERS = 20

/** Writes an upstream's answer to the client, hop-by-hop headers left out. Rejects when either side breaks off. */
async function forwardResponse(
  response: IncomingMessage,
  res: ServerResponse,
  { responseHeaders: defaults = {}, recode, stripCookies }: Forwarding,
): Promise<void> {
  // What was set for our own pages, a policy above all, is not for the upstream's.
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of Object.entries(defaults)) res.setHeader(name, value)
  for (const [name, value] of responseHeaders(response, stripCookies)) res.setHeader(name, value)
  res.statusCode = response.statusCode ?? 502
  res.statusMessage = response.statusMessage ?? ''
  // Back-pressure both ways, and a response that breaks off breaks off at the client as well.
  // The pipeline listens for the end in more ways than Node takes for usual, and all of them go with it.
  res.setMaxListeners(MAX_LISTENERS)
  const recoded = recode?.({ status: res.statusCode, headers: response.headers })
  if (recoded === undefined) {
    await pipeline(response, res)
    return
  }
  for (const name of ['content-length', 'accept-ranges']) res.removeHeader(name)
  for (const [name, value] of Object.entries(recoded.headers)) res.setHeader(name, value)
  await pipeline(response, recoded.stream, res)
}
