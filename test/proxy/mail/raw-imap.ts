import { once } from 'node:events'
import { connect } from 'node:net'
import type { Teardown } from '../../support/process/temporary-directory.ts'

/** A client of a few lines: sends a command, answers the server's lines. Knows nothing of our parsers. */
export interface RawImapSession {
  /** Throws when the response is not OK, or the connection ends before. */
  run(command: string): Promise<readonly string[]>
  readonly isOpen: boolean
  close(): void
}

interface RawServer {
  readonly host: string
  readonly port: number
  readonly password: string
  /** Loopback address to come from; 127.0.0.1 when not given. */
  readonly from?: string
}

/** Signs in; the connection is closed after the test at the latest. */
export async function rawImap(
  t: Teardown,
  server: RawServer,
  user: string,
): Promise<RawImapSession> {
  const socket = connect({
    port: server.port,
    host: server.host,
    localAddress: server.from ?? '127.0.0.1',
  })
  t.teardown(() => {
    socket.destroy()
  })
  socket.setEncoding('latin1')
  let received = ''
  let onLine: (line: string) => void = () => undefined
  let onEnd: (error: Error) => void = () => undefined
  // What it says comes with `close`.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    onEnd(new Error('the connection has ended'))
  })
  socket.on('data', (chunk: string) => {
    const lines = (received + chunk).split('\r\n')
    received = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  await once(socket, 'connect')

  let tags = 0
  const run = (command: string) =>
    new Promise<readonly string[]>((resolve, reject) => {
      if (socket.destroyed) throw new Error('the connection has ended')
      tags += 1
      onEnd = reject
      const tag = `R${tags} `
      const lines: string[] = []
      onLine = (line) => {
        lines.push(line)
        if (line.startsWith(`${tag}OK`)) resolve(lines)
        else if (line.startsWith(tag)) reject(new Error(line))
      }
      socket.write(`${tag}${command}\r\n`)
    })
  await run(`LOGIN ${user} ${server.password}`)
  return {
    run,
    get isOpen() {
      return !socket.destroyed
    },
    close: () => socket.destroy(),
  }
}
