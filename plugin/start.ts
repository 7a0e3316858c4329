import { randomBytes } from 'node:crypto'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { listenerOf } from './app.ts'
import { composeGateway, type ComposeOptions, type Composition } from './compose.ts'
import type { Config } from './config/schema.ts'
import type { RequestLimits } from './http/request-limits.ts'
import { bind, inheritedSockets, drain, listen } from './process/listen.ts'
import { limitConnections } from './process/connections.ts'
import { reloadConfig } from './process/reload.ts'
import { openLogs } from './log/open-logs.ts'
import type { OperationalLog } from './log/operational-log.ts'
import { passUpgrade } from './handlers/webmail/reverse-proxy.ts'
import { removeAdminEndpoint, writeAdminEndpoint } from './admin/endpoint-file.ts'
import { createAdminApp } from './admin/listener.ts'
import { usedBy } from './config/invalid-setting.ts'

/** A Postern that serves. */
export interface RunningPostern {
  /** `http://HOST:PORT` or `unix:PATH`. */
  readonly address: string
  /** Reads the keys again, and the configuration by `read`; the operational log says what came of it. Never rejects. */
  reload(read: () => Promise<Config>): Promise<void>
  /** Finishes what is under way within DRAIN_MS, then closes; nothing acknowledged is lost. */
  stop(): Promise<void>
}

/** A peer that a network has lost is probed after so long of silence (TCP keepalive). */
const TCP_KEEP_ALIVE_MS = 60_000

/** Of the private listener: administrators, their commands, and what reads health and metrics. */
const MAX_ADMIN_CONNECTIONS = 256

/** For the session endpoint, which takes connections until the last web request is answered; within STOP_LIMIT_MS. */
const LAST_COMMANDS_MS = 5_000

/**
 * Builds and starts everything. Throws InvalidSetting, e.g. for a taken
 * address, and StoreUnavailable when another process holds the spool.
 */
export async function startPostern(
  config: Config,
  options: ComposeOptions = {},
): Promise<RunningPostern> {
  const logs = await openLogs(config)
  const composition = await composeGateway(config, logs, options)
  const { drainMs } = composition
  const server = publicServer(composition, logs.log)
  const { administration } = composition
  const { limits } = composition.requestServices
  const token = randomBytes(24).toString('base64url')
  const adminServer = createServer(
    { ...silenceLimits(limits), requestTimeout: adminRequestMs(limits) },
    listenerOf(createAdminApp(administration, token), logs.log),
  )
  limitConnections(adminServer, MAX_ADMIN_CONNECTIONS)
  const reopen = (): void => logs.reopen()
  process.on('SIGUSR2', reopen)
  const reloadKeys = async (): Promise<void> => {
    try {
      const newest = await administration.reloadKeys()
      logs.log.info({ newest }, 'keys read again')
    } catch (err) {
      logs.log.error({ err }, 'keys not read again: going on as before')
    }
  }
  const reload = async (read: () => Promise<Config>): Promise<void> => {
    await reloadKeys()
    const { requestServices, apply } = composition
    const current = requestServices.config
    await reloadConfig({ current, read, apply, log: logs.log }).catch((err: unknown) =>
      logs.log.error({ err }, 'configuration not read again: going on as before'),
    )
  }

  const close = async (): Promise<void> => {
    process.off('SIGUSR2', reopen)
    await removeAdminEndpoint(config.dataDir).catch((err: unknown) =>
      logs.log.warn({ err }, 'admin.json not removed: is the disk of dataDir writable?'),
    )
    // They would last until they are cut.
    composition.requestServices.events.stop()
    // Not the clock of the machine, which may be set meanwhile.
    const stopBy = performance.now() + drainMs
    await drain(server, drainMs, () => composition.refuseRest())
    await drain(adminServer, 0)
    await composition.sessionEndpoint?.close(Math.max(LAST_COMMANDS_MS, stopBy - performance.now()))
    await composition.close(Math.max(0, stopBy - performance.now()))
    await logs.close()
  }
  try {
    const inherited = inheritedSockets(process.env, process.pid)
    const address = await usedBy('listen', listen(server, config.listen, inherited.listen))
    if (composition.sessionEndpoint !== undefined && config.webmail.sessions !== null) {
      const { server: endpoint } = composition.sessionEndpoint
      const sessionsAddress = await usedBy(
        'webmail.sessions',
        bind(endpoint, config.webmail.sessions, inherited.sessions),
      )
      logs.log.info({ address: sessionsAddress }, 'session endpoint')
    }
    if (config.private !== null) {
      const adminAddress = await usedBy('private', listen(adminServer, config.private))
      // A full disk keeps the administrator's commands out, and no one else.
      const endpoint = { address: adminAddress, token, pid: process.pid }
      await writeAdminEndpoint(config.dataDir, endpoint).catch((err: unknown) =>
        logs.log.error({ err }, 'admin.json not written: postern sessions and status do not work'),
      )
      logs.log.info({ address: adminAddress }, 'private listener')
    }
    return { address, reload, stop: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** When a connection that says nothing is closed: before its first request, within a head, and between two. */
function silenceLimits(limits: RequestLimits): ServerOptions {
  return {
    // Whatever NODE_OPTIONS says: it would read what two servers take for different requests.
    insecureHTTPParser: false,
    // Counted from the connection on, for the first request.
    headersTimeout: limits.headersMs,
    // A body may take as long as it moves (request-deadline.ts).
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: 1_000,
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
  }
}

/** For a whole request there: anyone who has not shown the token keeps no connection with a body that does not end. */
function adminRequestMs(limits: RequestLimits): number {
  // Node refuses less than the time of a head.
  return Math.max(limits.silenceMs, limits.headersMs)
}

function publicServer({ app, requestServices }: Composition, log: OperationalLog): Server {
  const { limits } = requestServices
  // Node would refuse a request without Host, and continue with the one behind it (gate/framing-guard.ts).
  const options = { ...silenceLimits(limits), requireHostHeader: false }
  const server = createServer(options, listenerOf(app, log))
  limitConnections(server, limits.sockets)
  server.on('upgrade', (req, socket, head) => {
    try {
      passUpgrade(req, socket, head, requestServices)
    } catch (err) {
      log.error({ err }, 'a handshake failed unexpectedly')
      socket.destroy()
    }
  })
  return server
}
