import { createServer, request } from 'node:http'
import { portOf } from './port-of.ts'
import type { Teardown } from '../process/temporary-directory.ts'

/** The way from a browser to a server, which can be cut. */
export interface CuttableLine {
  /** Origin to ask in place of the server's. */
  readonly url: string
  /** From now on requests whose path matches end without an answer, and what is under way is broken off. */
  cut(path: RegExp): void
  mend(): void
}

/** Starts on a free port of 127.0.0.1; stopped after the test. */
export async function startCuttableLine(t: Teardown, target: string): Promise<CuttableLine> {
  let isCut = /^\b$/
  const server = createServer((asked, answer) => {
    if (isCut.test(asked.url ?? '')) {
      asked.socket.destroy()
      return
    }
    const { method, headers } = asked
    const passedOn = request(new URL(asked.url ?? '', target), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
      answered.pipe(answer)
    })
    asked.pipe(passedOn)
    // An end of one side is an end of both, whatever the reason.
    passedOn.on('error', () => answer.destroy())
    answer.on('close', () => passedOn.destroy())
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
