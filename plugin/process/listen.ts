import { rm } from 'node:fs/promises'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { followConnections } from './connections.ts'

/** Where to listen: a TCP address or the path of a Unix socket. */
export type ListenAddress =
  | { readonly host: string; readonly port: number }
  | { readonly unix: string; readonly everyUser?: boolean }

/**
 * Starts listening and reports the address as `http://HOST:PORT` or `unix:PATH`. A socket that was handed
 * over (inheritedSockets) is used as it is. Rejects when the address is taken.
 */
export async function listen(
  server: Server,
  address: ListenAddress,
  inheritedDescriptor?: number,
): Promise<string> {
  followConnections(server)
  const bound = await bind(server, address, inheritedDescriptor)
  return 'unix' in address ? bound : `http://${bound}`
}

/**
 * As `listen`, for a server that speaks something else than HTTP and closes its connections itself: tells
 * `HOST:PORT` or `unix:PATH`.
 */
export async function bind(
  server: NetServer,
  address: ListenAddress,
  inheritedDescriptor?: number,
): Promise<string> {
  // A socket file left by a killed process would make the address look taken.
  const isLeftOver = 'unix' in address && inheritedDescriptor === undefined
  if (isLeftOver) await rm(address.unix, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const done = (): void => {
      server.off('error', reject)
      resolve()
    }
    if (inheritedDescriptor !== undefined) server.listen({ fd: inheritedDescriptor }, done)
    else if ('unix' in address) server.listen(unixOptions(address), done)
    else server.listen(address.port, address.host, done)
  })
  if ('unix' in address) return `unix:${address.unix}`
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port
  return `${address.host}:${port}`
}

/** Without `everyUser` the file mode of the process decides who may connect (umask). */
function unixOptions({ unix, everyUser = false }: Extract<ListenAddress, { unix: string }>) {
  return { path: unix, readableAll: everyUser, writableAll: everyUser }
}

/** Time to finish at a graceful stop. */
export const DRAIN_MS = 10_000

/** What a stop may take beside its two drains: mail connections, caches and files are closed. */
const CLOSING_MS = 20_000

/** After so long a Postern that is stopping may be killed: a drain for the requests in flight, one for the spool (start.ts), and what closing takes. */
export const STOP_LIMIT_MS = 2 * DRAIN_MS + CLOSING_MS

/** A client that keeps its connection sends its next request within this, and learns that it was the last. */
const LINGER_MS = 500

/** Time for the last answers to leave; of a shorter drain a half. */
const LAST_RESPONSES_MS = 500

/**
 * Stops accepting and lets requests in flight finish within `drainMs`, then cuts what is left. Shortly
 * before, `restResponse` is to answer what has no response yet. Kept connections get one more answer, with `Connection: close`: cut while a request is on its way, they
 * would fail it (RFC 9112 9.6).
 */
export async function drain(
  server: Server,
  drainMs: number,
  restResponse: () => void = () => undefined,
): Promise<void> {
  if (!server.listening) return
  let isQuiet = true
  const makeLast = (res: ServerResponse): void => {
    // Not as a header, which the handler may replace with all others (proxy/upstream/upstream.ts).
    res.shouldKeepAlive = false
    res.once('close', () => {
      isQuiet = false
    })
  }
  pendingResponses(server).forEach(makeLast)
  server.prependListener('request', (_req, res) => makeLast(res))
  const closed = new Promise<void>((resolve) => {
    // Not the close of an HTTP server, which cuts idle connections at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  // Anyone who got a response that did not say so has a whole period for one more request.
  const closeUnused = (): void => {
    if (isQuiet && pendingResponses(server).length === 0) server.closeIdleConnections()
    isQuiet = true
  }
  // After the next look at the sockets: on a busy machine a request may have come long ago.
  const linger = setInterval(() => setImmediate(closeUnused), Math.min(LINGER_MS, drainMs))
  const lastResponses = setTimeout(restResponse, drainMs - Math.min(LAST_RESPONSES_MS, drainMs / 2))
  const cut = setTimeout(() => cutConnections(server), drainMs)
  await closed
  clearInterval(linger)
  clearTimeout(lastResponses)
  clearTimeout(cut)
}

/**
 * Answers that are not yet with the kernel to the last byte, at most one of each connection. Node's own
 * idea of an idle connection only knows whether the response was ended.
 */
function pendingResponses(server: Server): readonly ServerResponse[] {
  return [...followConnections(server).responses.values()]
}

/** Cuts all, the tunnels of WebSockets as well, of which Node's closeAllConnections knows no more. */
function cutConnections(server: Server): void {
  for (const socket of followConnections(server).open) socket.destroy()
}

/** systemd hands sockets over from this descriptor on (sd_listen_fds(3)). */
const FIRST_DESCRIPTOR = 3

/**
 * Descriptors of sockets that already listen and were passed to this process: by systemd, or by the
 * supervisor where there is no systemd. undefined where there is none; throws when there are more.
 */
export function inheritedSockets(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): InheritedSockets {
  // A variable that leaked from a parent names the parent's process: its sockets are not ours.
  const isOurs = environment['LISTEN_PID'] === String(pid)
  const count = isOurs ? Number(environment['LISTEN_FDS'] ?? 0) : 0
  const names = (environment['LISTEN_FDNAMES'] ?? '').split(':')
  const found = Array.from({ length: count }, (_, index) => ({
    descriptor: FIRST_DESCRIPTOR + index,
    isOfSessions: names[index] === SESSIONS_SOCKET_NAME,
  }))
  const [listen, ...more] = found.filter(({ isOfSessions }) => !isOfSessions)
  const [sessions, ...moreSessions] = found.filter(({ isOfSessions }) => isOfSessions)
  if (more.length > 0 || moreSessions.length > 0) {
    throw new Error(`one socket of a kind can be handed over, got ${count}`)
  }
  return { listen: listen?.descriptor, sessions: sessions?.descriptor }
}

/** By the setting that reports where they listen. */
export interface InheritedSockets {
  readonly listen: number | undefined
  /** Of `webmail.sessions`. */
  readonly sessions: number | undefined
}

/** How the socket of the session endpoint is named among those that are handed over; any other is that of `listen`. */
export const SESSIONS_SOCKET_NAME = 'sessions'

/**
 * Resolves when a signal stops the process (SIGTERM, SIGINT). Called before it listens, it leaves no moment
 * at which a signal would cut whom it serves. The same signal again ends the process at once, e.g. when a
 * start or a stop hangs.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

/**
 * Carries the work out each time the process is told to read its files again (SIGHUP), one after the other; what is told
 * twice meanwhile is done again. The work must not reject.
 */
export function onReloadSignal(work: () => Promise<void>): void {
  let isUnderWay = false
  let isDueAgain = false
  process.on('SIGHUP', () => {
    isDueAgain = true
    if (isUnderWay) return
    isUnderWay = true
    void run()
  })

  async function run(): Promise<void> {
    while (isDueAgain) {
      isDueAgain = false
      await work()
    }
    isUnderWay = false
  }
}
