import { createServer, type Server } from 'node:net'
import type { CommandServices } from './commands.ts'
import { serveConnection, type ConnectionLimits, type ServedConnection } from './connection.ts'
import { limitedLog, type EndpointLog } from './limited-log.ts'

/** The session endpoint: Roundcube's `session_storage = 'redis'`, answered from our store. */
export interface SessionEndpoint {
  /** For whoever makes it listen. */
  readonly server: Server
  /** Takes no more connections, lets the others finish within the time, and cuts what is left. */
  close(graceMs: number): Promise<void>
}

interface EndpointLimits extends ConnectionLimits {
  readonly connections: number
}

interface SessionEndpointOptions extends CommandServices {
  readonly limits: EndpointLimits
  readonly log: EndpointLog
  readonly now: () => number
}

/** Nothing listens yet. */
export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  const { limits, log, now } = options
  const open = new Map<ServedConnection, () => void>()
  const lines = limitedLog(log, { linesPerPeriod: 20, periodMs: 10_000, now })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = serveConnection(socket, { ...options, log: lines })
    open.set(connection, () => socket.destroy())
    socket.once('close', () => open.delete(connection))
  })
  server.maxConnections = limits.connections
  server.on('drop', () => {
    lines.warn({ connections: limits.connections }, 'session endpoint: too many connections')
  })

  return {
    server,
    async close(graceMs) {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const cut = setTimeout(() => {
        for (const destroy of open.values()) destroy()
      }, graceMs)
      for (const connection of open.keys()) void connection.finish()
      await closed
      clearTimeout(cut)
    },
  }
}
