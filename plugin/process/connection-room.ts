import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Holds a server to so many connections, and lets nobody shut others out by holding them all: a connection above the number takes
 * the room of the one that has waited longest without a request, or else of the request whose body has been coming for
 * longest. It is refused itself where every request is being answered.
 */
export function limitConnections(server: Server, max: number): void {
  const open = new Set<Socket>()
  /** Before a head, or between two requests; the longest first. */
  const idle = new Set<Socket>()
  /** By its connection; the oldest first. */
  const requests = new Map<Socket, IncomingMessage>()

  function longestWaiting(): Socket | undefined {
    for (const socket of idle) return socket
    for (const [socket, { complete }] of requests) if (!complete) return socket
    return undefined
  }

  server.on('connection', (socket: Socket) => {
    if (open.size >= max) {
      const making = longestWaiting()
      if (making === undefined) {
        socket.destroy()
        return
      }
      forget(making)
      making.destroy()
    }
    open.add(socket)
    idle.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.prependListener('request', (req, res) => {
    const { socket } = req
    if (!open.has(socket)) return
    idle.delete(socket)
    requests.delete(socket)
    requests.set(socket, req)
    res.once('close', () => {
      if (requests.get(socket) !== req || !open.has(socket)) return
      requests.delete(socket)
      idle.add(socket)
    })
  })
  // A tunnel is a request without an end.
  server.prependListener('upgrade', ({ socket }) => idle.delete(socket))

  function forget(socket: Socket): void {
    open.delete(socket)
    idle.delete(socket)
    requests.delete(socket)
  }
}
