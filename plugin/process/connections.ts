import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of a server, and what is answered on them. */
export interface Connections {
  readonly open: ReadonlySet<Socket>
  /** Before a head, or between two requests; the longest first. A tunnel is a request without an end. */
  readonly idle: ReadonlySet<Socket>
  /** Per connection the latest, the oldest first: behind it there is no other request. */
  readonly responses: ReadonlyMap<Socket, ServerResponse>
  /** Takes it out of the account, as one that has ended. */
  readonly forget: (socket: Socket) => void
}

const connectionsOf = new WeakMap<Server, Connections>()

/** Keeps account of the connections of a server from the first call on. */
export function followConnections(server: Server): Connections {
  const known = connectionsOf.get(server)
  if (known !== undefined) return known
  const open = new Set<Socket>()
  const idle = new Set<Socket>()
  const responses = new Map<Socket, ServerResponse>()

  function forget(socket: Socket): void {
    open.delete(socket)
    idle.delete(socket)
    // A response that waits behind another one of its connection never closes itself.
    responses.delete(socket)
  }

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    idle.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.prependListener('request', ({ socket }, res) => {
    if (!open.has(socket)) return
    idle.delete(socket)
    responses.delete(socket)
    responses.set(socket, res)
    res.once('close', () => {
      if (responses.get(socket) !== res) return
      responses.delete(socket)
      idle.add(socket)
    })
  })
  server.prependListener('upgrade', ({ socket }) => idle.delete(socket))
  const connections = { open, idle, responses, forget }
  connectionsOf.set(server, connections)
  return connections
}

/**
 * Holds a server to so many connections, and lets no one shut others out by holding them all: a connection above the number takes
 * the room of the one that has waited longest without a request, or else of the request whose body has been coming for
 * longest. It is refused itself where every request is being answered.
 */
export function limitConnections(server: Server, max: number): void {
  const { open, idle, responses, forget } = followConnections(server)

  function longestWaiting(newcomer: Socket): Socket {
    for (const socket of idle) if (socket !== newcomer) return socket
    for (const [socket, { req }] of responses) if (!req.complete) return socket
    return newcomer
  }

  server.on('connection', (socket: Socket) => {
    if (open.size <= max) return
    const making = longestWaiting(socket)
    forget(making)
    making.destroy()
  })
}
