import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemErrorCode } from '../../plugin/config/system-error.ts'
import { portOf } from '../../test/support/http/port-of.ts'
import { startPanelSimulator } from '../../test/support/panel/simulator.ts'
import { startGateway } from './gateway.ts'
import { startDemoImap } from './imap/server.ts'
import { demoOwner } from './mailbox/people.ts'
import { demoStorage } from './mailbox/storage.ts'
import { startDemoRoundcube } from './roundcube.ts'
import { createDelivery } from './sieve/delivery.ts'
import { createDemoScripts } from './sieve/scripts.ts'
import { startDemoSieve } from './sieve/server.ts'
import { startDemoSmtp } from './smtp.ts'

/** A running demo: mail server, panel and Postern on this machine. */
interface Demo {
  readonly dashboardUrl: string
  readonly user: string
  readonly password: string
  readonly errorLog: string
  /** Resolves when Postern ends automatically. */
  readonly ended: Promise<void>
  /** Stops everything and removes the temporary folder. */
  stop(): Promise<void>
}

const roundcubeApp = {
  id: 'roundcube',
  displayName: 'Roundcube',
  description: 'As Debian installs it, its sessions kept by Postern',
} as const
const hourMs = 3_600_000
const mibibyte = 1024 * 1024

interface DemoOptions {
  /** Of 127.0.0.1. */
  readonly dashboardPort: number
  /** Whether the dashboard takes another port when that one cannot be used. */
  readonly takesAnother?: boolean
  /** With Debian's Roundcube beside Postern, its sessions kept there. Needs root. */
  readonly hasRoundcube?: boolean
}

/** The port cannot be listened at; the message says what to do. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable'
}

/** Starts the demo. Throws PortUnavailable. */
export async function startDemo({
  dashboardPort,
  takesAnother = false,
  hasRoundcube = false,
}: DemoOptions): Promise<Demo> {
  const opened: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const port = await takePort(dashboardPort, takesAnother)
    return { ...(await open({ port, hasRoundcube }, opened)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  { port, hasRoundcube }: { readonly port: number; readonly hasRoundcube: boolean },
  opened: (() => Promise<void>)[],
): Promise<Omit<Demo, 'stop'>> {
  const directory = await mkdtemp(join(tmpdir(), 'postern-demo-'))
  opened.push(() => rm(directory, { recursive: true, force: true }))

  const imap = await startDemoImap({ ...demoOwner, storage: await demoStorage(Date.now()) })
  opened.push(() => imap.stop())

  const { address, password } = demoOwner
  const scripts = createDemoScripts()
  const sieve = await startDemoSieve({ address, password }, scripts)
  opened.push(() => sieve.stop())

  const maxMessageBytes = 50 * mibibyte
  const smtp = await startDemoSmtp({
    user: address,
    password,
    maxMessageBytes,
    deliver: createDelivery(imap, scripts),
  })
  opened.push(() => smtp.stop())

  const sessions = hasRoundcube
    ? { port: await takePort(0, false), password: randomBytes(24).toString('base64url') }
    : undefined
  const roundcube =
    sessions === undefined
      ? undefined
      : await startDemoRoundcube({ imapPort: imap.port, smtpPort: smtp.port, sessions })
  opened.push(async () => roundcube?.stop())

  const handOverSecret = randomBytes(32).toString('base64url')
  const panel = await startPanelSimulator({
    mailboxes: [{ address, password }],
    apps: [
      {
        id: 'postern',
        displayName: 'Postern webmail',
        description: 'Read and write mail',
        backend: `http://127.0.0.1:${port}`,
      },
      ...(roundcube === undefined ? [] : [{ ...roundcubeApp, backend: roundcube.origin }]),
    ],
    hint: { user: address, password },
    handOverSecret,
    publicWebmailPort: port,
    // Postern is in front, so the browser's address is what it says.
    trustForwardedFor: true,
    idleMs: 12 * hourMs,
    directory,
  })
  opened.push(() => panel.stop())

  const gateway = await startGateway({
    directory,
    port,
    imapPort: imap.port,
    smtpPort: smtp.port,
    sievePort: sieve.port,
    panelUrl: panel.webmailUrl,
    panelAuthUrl: panel.authUrl,
    panelSecret: handOverSecret,
    sessions,
  })
  opened.push(() => gateway.stop())
  return {
    dashboardUrl: `${gateway.url}/`,
    user: address,
    password,
    errorLog: gateway.errorLog,
    ended: gateway.ended,
  }
}

/** The wanted port of 127.0.0.1, or a free one in its place where any will do. */
async function takePort(wanted: number, takesAnother: boolean): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  try {
    return await portOf(probe)
  } catch (error) {
    // The demo then runs beside whatever listens there.
    if (takesAnother) return await takePort(0, false)
    const code = systemErrorCode(error)
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code ?? 'no reason'})`
    throw new PortUnavailable(`port ${wanted} of 127.0.0.1 ${reason}: name another by --port`, {
      cause: error,
    })
  } finally {
    probe.close()
  }
}
