import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../process/certificate.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'
import { portOf } from './port-of.ts'

/** A request to the server of a mailing list. */
export interface ListRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The web server of a mailing list, by https on this machine. */
export interface ListServer {
  readonly port: number
  /** In PEM: it vouches for itself. */
  readonly certificate: string
  readonly requests: readonly ListRequest[]
  /** Connections so far. */
  readonly connections: () => number
}

/** Starts it on a free port; `respond` answers each request. */
export async function startListServer(
  t: Teardown,
  respond: (response: ServerResponse) => void,
): Promise<ListServer> {
  const files = await makeCertificate(await temporaryDirectory(t), 'DNS:localhost')
  const [key, certificate] = await Promise.all([
    readFile(files.key, 'utf8'),
    readFile(files.certificate, 'utf8'),
  ])
  const requests: ListRequest[] = []
  let connections = 0
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const { method, url, headers } = request
    void text(request).then((body) => {
      requests.push({ method, url, headers, body })
      respond(response)
    })
  })
  server.on('connection', () => (connections += 1))
  const port = await portOf(server.listen(0, '127.0.0.1'))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port, certificate, requests, connections: () => connections }
}
