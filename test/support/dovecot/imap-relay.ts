import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '../http/port-of.ts'
import type { Teardown } from '../process/temporary-directory.ts'

/** A relay between a client and an IMAP server that rewrites what the server says, line by line. */
export interface ImapRelay {
  readonly host: string
  readonly port: number
}

interface RelayOptions {
  readonly host: string
  readonly port: number
  readonly rewrite?: (line: string) => string
  /** What the server says from this line on waits for the promise; `closed` resolves when the client has disconnected. */
  readonly hold?: (line: string, closed: Promise<unknown>) => Promise<unknown> | undefined
  /** The connection ends before this line of the server arrives: it was done, and no one was told. */
  readonly loses?: (line: string) => boolean
  /** The connection ends before this piece of what the client says arrives: nothing of it is done. */
  readonly cuts?: (piece: string) => boolean
}

/** Starts on a free port of 127.0.0.1; stopped after the test. */
export async function startImapRelay(t: Teardown, options: RelayOptions): Promise<ImapRelay> {
  const { rewrite = (line: string) => line, hold = () => undefined } = options
  const { loses = () => false, cuts = () => false } = options
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(options.port, options.host)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
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
    client.on('data', (piece) => {
      if (!cuts(piece.toString('latin1'))) return
      upstream.destroy()
      client.destroy()
    })
    client.pipe(upstream)
    let rest = ''
    let reported = Promise.resolve()
    const send = async (line: string) => {
      await hold(line, closed)
      if (loses(line)) client.destroy()
      else client.write(`${rewrite(line)}\r\n`, 'latin1')
    }
    upstream.setEncoding('latin1')
    upstream.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) reported = reported.then(() => send(line))
    })
    upstream.on('end', () => void reported.then(() => client.end(rest, 'latin1')))
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { host: '127.0.0.1', port: await portOf(server) }
}
