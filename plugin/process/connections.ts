import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connections {
  readonly open: Set<Socket>
  /** Per connection the latest: behind it nothing else is asked there. */
  readonly responses: Map<Socket, ServerResponse>
}

const connectionsOf = new WeakMap<Server, Connections>()

/** Keeps account of the connections of a server from now on, and of what is answered on them. */
export function followConnections(server: Server): void {
  const open = new Set<Socket>()
  const responses = new Map<Socket, ServerResponse>()
  connectionsOf.set(server, { open, responses })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      // An answer that waits behind another one of its connection never closes itself.
      responses.delete(socket)
    })
  })
  server.prependListener('request', ({ socket }, res) => {
    responses.set(socket, res)
    res.once('close', () => {
      if (responses.get(socket) === res) responses.delete(socket)
    })
  })
}

/**
 * Answers that are not yet with the kernel to the last byte, at most one of each connection. Node's own
 * idea of an idle connection only knows whether the answer was ended.
 */
export function pendingResponses(server: Server): readonly ServerResponse[] {
  return [...(connectionsOf.get(server)?.responses.values() ?? [])]
}

/** Cuts all, the tunnels of WebSockets as well, of which Node's closeAllConnections knows no more. */
export function cutConnections(server: Server): void {
  for (const socket of connectionsOf.get(server)?.open ?? []) socket.destroy()
}
