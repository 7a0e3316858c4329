import {
  request,
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { text } from 'node:stream/consumers'

/** A response read to its end. */
export interface SocketResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** What one request says, to a TCP or a Unix socket. */
export interface SocketRequest {
  readonly path: string
  readonly cookie?: string
  /** A POST of this form; else it is a GET. */
  readonly form?: Readonly<Record<string, string>>
  /** Without one the request has a connection of its own. */
  readonly agent?: Agent
  /** The kernel has taken the connection. */
  readonly onConnected?: () => void
}

/** Sends a request and reads its response. Rejects when it is refused a connection or cut. */
export async function requestSocket(
  address: Pick<RequestOptions, 'host' | 'port' | 'socketPath'>,
  { path, cookie, form, agent, onConnected = () => undefined }: SocketRequest,
): Promise<SocketResponse> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const requested = request({
    ...address,
    path,
    method: form === undefined ? 'GET' : 'POST',
    agent: agent ?? false,
    headers: {
      host: 'webmail.example.test',
      ...(cookie === undefined ? {} : { cookie }),
      ...(form === undefined ? {} : type),
    },
  })
  requested.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', onConnected)
    else onConnected()
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requested.once('response', resolve)
    requested.once('error', reject)
    requested.end(form === undefined ? undefined : new URLSearchParams(form).toString())
  })
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
