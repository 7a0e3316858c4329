import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isOriginOfHost } from './origin-host.ts'
import { responseHeaders } from './headers.ts'

/** The status line that refuses a handshake; undefined when it is a WebSocket's and of the same origin. */
export function handshakeRefusal({ method, headers }: IncomingMessage): string | undefined {
  const isWebSocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
  // What Node takes for the first bytes of the tunnel would be the body of the request to an upstream.
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
  if (!isWebSocket || hasBody) return '400 Bad Request'
  // Every browser sends Origin here; a client without it cannot be told from another site's page.
  const isOwn = headers.origin !== undefined && isOriginOfHost(headers.origin, headers.host)
  return isOwn ? undefined : '403 Forbidden'
}

/** Answers an upgrade with a bare status line and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** No 101, no tunnel: http-proxy writes this response to the client, and the connection ends with it. */
export function endWithResponse(response: IncomingMessage, socket: Duplex): void {
  response.headers = { ...Object.fromEntries(responseHeaders(response)), connection: 'close' }
  socket.once('finish', () => socket.destroy())
}
