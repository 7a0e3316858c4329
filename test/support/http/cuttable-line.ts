import { createServer, request } from 'node:http'
import { portOf } from './port-of.ts'
import type { Teardown } from '../process/temporary-directory.ts'

/** The way from a browser to a server, which can be cut. */
export interface CuttableLine {
  /** Origin to ask instead of the server's. */
  readonly url: string
  /** From now on requests whose path matches end without a response, and what is under way is broken off. */
  cut(path: RegExp): void
  mend(): void
}

/** Starts on a free port of 127.0.0.1; stopped after the test. */
export async function startCuttableLine(t: Teardown, target: string): Promise<CuttableLine> {
  let isCut = /^\b$/
  const server = createServer((requested, response) => {
    if (isCut.test(requested.url ?? '')) {
      requested.socket.destroy()
      return
    }
    const { method, headers } = requested
    const passedOn = request(
      new URL(requested.url ?? '', target),
      { method, headers },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
        answered.pipe(response)
      },
    )
    requested.pipe(passedOn)
    // An end of one side is an end of both, whatever the reason.
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const port = await portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    cut(path) {
      isCut = path
      server.closeAllConnections()
    },
    mend() {
      isCut = /^\b$/
    },
  }
}
