import { createServer, type Server } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { portOf } from '../../support/http/port-of.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'

/** One request as a backend saw it. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** A backend that writes down every request that reaches it. */
export interface Recorder {
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  readonly server: Server
}

/** Starts a recorder on a free port; `response` replaces the plain 200. */
export async function startRecorder(
  t: Teardown,
  response: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => {
    res.end('recorded')
  },
): Promise<Recorder> {
  const requests: RecordedRequest[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = req
      requests.push({ method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() })
      response(req, res)
    })
  })
  const url = await listen(t, server)
  return { url, requests, server }
}

/** Lets a server listen on a free port of the loopback until the test ends. Answers its address. */
export async function listen(t: Teardown, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${await portOf(server)}`
}
