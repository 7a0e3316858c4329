import { createServer, type Server } from 'node:net'
import { createAdmission } from './admission.ts'
import type { CommandServices } from './commands.ts'
import { serveConnection, type ConnectionLimits, type ServedConnection } from './connection.ts'
import { countedLog, limitedLog, type EndpointLog } from './limited-log.ts'

/** The session endpoint: Roundcube's `session_storage = 'redis'`, answered from our store. */
export interface SessionEndpoint {
  /** For anyone who makes it listen. */
  readonly server: Server
  /**
   * Takes no more connections. The others are served until their client closes them, as PHP does at the end of a
   * request, or says nothing for a while; after the time each is closed behind the command it is at.
   */
  close(graceMs: number): Promise<void>
}

/** Of the connections that another webmail opens. */
export const ENDPOINT_LIMITS = {
  /** One session; a larger one is refused and not stored. Roundcube's are far smaller. */
  valueBytes: 1024 * 1024,
  /** Arguments of one command; Roundcube's have a few. */
  arguments: 64,
  /** Connections that have shown the password; PHP has one for each request it works on. */
  connections: 1_000,
  /** Longer than the longest request of PHP, which says nothing meanwhile. */
  idleMs: 10 * 60_000,
}

interface EndpointLimits extends ConnectionLimits {
  readonly connections: number
}

interface SessionEndpointOptions extends CommandServices {
  readonly limits: EndpointLimits
  readonly log: EndpointLog
  /** Told of each line for the log, also of those that are not written because there are too many. */
  readonly countProblem: () => void
  readonly now: () => number
}

/** Nothing listens yet. */
export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  const { limits, log, countProblem, now } = options
  const open = new Set<ServedConnection>()
  const limited = limitedLog(log, { linesPerPeriod: 20, periodMs: 10_000, now })
  const lines = countedLog(limited, countProblem)
  const admission = createAdmission({
    maxProved: limits.connections,
    report: (fields, text) => lines.warn(fields, text),
  })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const candidate = { peer: socket.remoteAddress ?? '', close: () => socket.destroy() }
    admission.enter(candidate)
    const prove = (): boolean => admission.prove(candidate)
    const connection = serveConnection(socket, { ...options, log: lines, prove })
    open.add(connection)
    socket.once('close', () => {
      open.delete(connection)
      admission.leave(candidate)
    })
  })

  return {
    server,
    async close(graceMs) {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const closeIdle = (): void => {
        for (const connection of open) if (connection.isIdle()) connection.finish()
      }
      closeIdle()
      const look = setInterval(closeIdle, LOOK_MS)
      const cut = setTimeout(() => {
        for (const connection of open) connection.finish()
      }, graceMs)
      await closed
      clearInterval(look)
      clearTimeout(cut)
    },
  }
}

/** Between two looks at what is open, while it closes. */
const LOOK_MS = 100
