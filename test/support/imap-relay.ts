import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './port-of.ts'
import type { Teardown } from './temporary-directory.ts'

/** A relay between a client and an IMAP server that rewrites what the server says, line by line. */
export interface ImapRelay {
  readonly host: string
  readonly port: number
}

interface RelayOptions {
  readonly host: string
  readonly port: number
  readonly rewrite: (line: string) => string
}

/** Starts on a free port of 127.0.0.1; stopped after the test. */
export async function startImapRelay(t: Teardown, options: RelayOptions): Promise<ImapRelay> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(options.port, options.host)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // An end is an end for both, whatever the reason.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(upstream)
    let rest = ''
    upstream.setEncoding('latin1')
    upstream.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      const told = lines.map((line) => `${options.rewrite(line)}\r\n`).join('')
      client.write(told, 'latin1')
    })
    upstream.on('end', () => client.end(rest, 'latin1'))
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { host: '127.0.0.1', port: await portOf(server) }
}
