import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppRegistry } from './state/app-registry.ts'
import { createTestClock, type TestClock } from '../clock.ts'
import { createFaults, type Faults } from './state/faults.ts'
import type { SimulatedPanel } from './state/simulated-panel.ts'
import type { PanelSimulatorOptions } from './state/options.ts'
import { systemRandom } from '../random.ts'
import { respondAsPanel } from './handlers/respond.ts'
import { createSessionFiles, type SessionFiles } from './state/session-files.ts'
import type { PanelService } from './state/session.ts'
import { createSessions, type PanelSessions } from './state/sessions.ts'

/** A running panel with its two listeners (plugin/docs/threats.md, cPanel). */
export interface PanelSimulator {
  readonly cpanelUrl: string
  readonly webmailUrl: string
  /** For `panel.http.authUrl`. */
  readonly authUrl: string
  readonly clock: TestClock
  readonly sessions: PanelSessions
  readonly files: SessionFiles
  readonly faults: Faults
  /** Where the webmail_*.yaml files are. */
  readonly appDirectory: string
  stop(): Promise<void>
}

/** Sessions end after a quarter of an hour without a hit, as those a panel hands over do. */
const IDLE_MS = 900_000

/** Starts a simulated hosting panel on the loopback. Its files lie in a directory that stop() removes. */
export async function startPanelSimulator(options: PanelSimulatorOptions): Promise<PanelSimulator> {
  const { host = '127.0.0.1', clock = createTestClock(), random = systemRandom } = options
  const directory = await mkdtemp(join(options.directory ?? tmpdir(), 'panel-'))
  const appDirectory = join(directory, 'webmail')
  const files = await createSessionFiles(join(directory, 'sessions'), random)
  const apps = await createAppRegistry(appDirectory, options.apps)
  const idleMs = options.idleMs ?? IDLE_MS
  const sessions = createSessions({ files, clock, random, idleMs })
  const faults = createFaults()

  const cpanel = createServer()
  const webmail = createServer()
  const cpanelPort = await listen(cpanel, host, options.cpanelPort ?? 0)
  const webmailPort = await listen(webmail, host, options.webmailPort ?? 0)
  const publicWebmailPort = options.publicWebmailPort ?? webmailPort

  const panel: SimulatedPanel = {
    sessions,
    clock,
    random,
    faults,
    apps,
    idleMs,
    mailboxes: options.mailboxes,
    accounts: options.accounts ?? [],
    rules: {
      cookieIpValidation: options.cookieIpValidation ?? 'strict',
      loginRedirectStatus: options.loginRedirectStatus ?? 307,
      postLoginDigits: options.postLoginDigits ?? 'natural',
      trustForwardedFor: options.trustForwardedFor ?? false,
      rewriteStyles: options.rewriteStyles ?? false,
    },
    handOverSecret: options.handOverSecret,
    hint: options.hint,
    handOvers: new Set(),
    cookieRules: (service) => ({
      publicPort: service === 'webmaild' ? publicWebmailPort : cpanelPort,
      secure: options.secureCookie ?? false,
    }),
    webmailOrigin: (requested) =>
      `http://${(requested ?? host).replace(/:\d+$/, '')}:${publicWebmailPort}`,
  }
  serve(cpanel, 'cpaneld', panel)
  serve(webmail, 'webmaild', panel)

  return {
    cpanelUrl: `http://${host}:${cpanelPort}`,
    webmailUrl: `http://${host}:${webmailPort}`,
    authUrl: `http://${host}:${webmailPort}/__sim/auth`,
    clock,
    sessions,
    files,
    faults,
    appDirectory,
    async stop() {
      await Promise.all([close(cpanel), close(webmail)])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function serve(server: Server, service: PanelService, panel: SimulatedPanel): void {
  server.on('request', (req, res) => {
    respondAsPanel(req, res, service, panel).catch(() => {
      // A form too long or a browser gone: the connection ends, the panel continues.
      res.destroy()
    })
  })
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return address.port
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
