import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './port-of.ts'
import type { Teardown } from '../process/temporary-directory.ts'

/** A relay in front of a server, for a network that is slow or silent. */
export interface TcpRelay {
  readonly host: string
  readonly port: number
  /** Connections that are open just now. */
  readonly connections: number
  /** How often a client waited for a response so far; the greeting of a server is the first of its connection. */
  readonly roundTrips: number
  /** From now on nothing of either side arrives; connections stay, and new ones are accepted. */
  hang(): void
  /** The same of the connections that are open: new ones work. */
  forget(): void
}

interface TcpRelayOptions {
  readonly host: string
  readonly port: number
  /** What the server says arrives so much later. */
  readonly responseDelayMs?: number
  /** Of each connection only so many pieces of what the server says arrive, and then nothing of either side. */
  readonly hangAfterResponses?: number
}

/** Starts on a free port of 127.0.0.1; stopped after the test. */
export async function startTcpRelay(t: Teardown, options: TcpRelayOptions): Promise<TcpRelay> {
  const { host, port, responseDelayMs = 0, hangAfterResponses = Infinity } = options
  const clients = new Set<Socket>()
  let isHanging = false
  let forgotten = new Set<Socket>()
  let roundTrips = 0

  const server = createServer((client) => {
    clients.add(client)
    const upstream = connect(port, host)
    const later = new Set<NodeJS.Timeout>()
    let responses = 0
    let isRequested = true
    const isSilent = () => isHanging || forgotten.has(client) || responses >= hangAfterResponses
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      // An end is an end for both, whatever the reason.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clients.delete(client)
        for (const timer of later) clearTimeout(timer)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk: Buffer) => {
      isRequested = true
      if (!isSilent()) upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (isRequested) roundTrips += 1
      isRequested = false
      const timer = setTimeout(() => {
        later.delete(timer)
        if (!isSilent()) client.write(chunk)
        responses += 1
      }, responseDelayMs)
      later.add(timer)
    })
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    for (const client of clients) client.destroy()
  })
  return {
    host: '127.0.0.1',
    port: await portOf(server),
    get connections() {
      return clients.size
    },
    get roundTrips() {
      return roundTrips
    },
    hang: () => {
      isHanging = true
    },
    forget: () => {
      forgotten = new Set(clients)
    },
  }
}
