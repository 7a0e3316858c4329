import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TestFn } from 'ava'
import { z } from 'zod'
import { startPanelSimulator, type PanelSimulator } from '../panel/simulator.ts'
import { startDovecot, type Dovecot } from '../dovecot/dovecot.ts'
import { endSupervisorWithParent } from '../process/end-with-parent.ts'
import { freePort } from '../process/free-port.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'
import { createWebmailClient, type WebmailClient } from '../http/webmail-client.ts'
import { leanRelease, putPackagesAbove } from './lean-release.ts'
import { packagedRelease } from './packaged-release.ts'
import { runLauncher, type LauncherRun } from './run-launcher.ts'

/** A folder to install below, with the mail server and the panel that a real machine would have. */
export interface TestMachine {
  readonly prefix: string
  /** To install from, several times sooner than from the whole package (leanRelease). */
  readonly release: string
  readonly configFile: string
  /** Where Postern will serve, in front of the panel. */
  readonly url: string
  readonly adminUrl: string
  readonly dovecot: Dovecot
  readonly panel: PanelSimulator
  /** For which the panel hands over passwords. */
  readonly handOverSecret: string
  install(release: string, ...args: readonly string[]): Promise<LauncherRun>
  uninstall(release: string, ...args: readonly string[]): Promise<LauncherRun>
  /** A user whom the panel knows, below the segment of the panel session. */
  panelUser(): Promise<PanelUser>
}

/** For installations that must succeed; a test of the limit gives its own behind it. */
export const unhurried = ['--health-seconds', '300']

/** What the tests of one file share: a mail server, and a package to install from. */
export interface SharedServers {
  readonly dovecot: Dovecot
  readonly release: string
}

/** A browser with a panel session. */
export interface PanelUser extends WebmailClient {
  /** Address of the one script, below the segment of the panel session. */
  readonly base: string
}

/**
 * State files of what is installed. A run that is cut short leaves no Postern behind either: a supervisor belongs
 * to no process group of ours.
 */
const supervisorStates = new Set<string>()
process.once('exit', () => {
  for (const stateFile of supervisorStates) killSupervisor(stateFile)
})

/** Makes an empty prefix with a panel beside it. Whatever still runs at the end is removed. */
export async function startMachine(
  t: Teardown,
  { dovecot, release }: SharedServers,
  config: Readonly<Record<string, unknown>> = {},
): Promise<TestMachine> {
  const port = await freePort()
  const adminPort = await freePort()
  const url = `http://127.0.0.1:${port}`
  const handOverSecret = randomBytes(32).toString('base64url')
  const owner = { address: dovecot.userName(1), password: dovecot.password }
  const panel = await startPanelSimulator({
    mailboxes: [owner],
    apps: [{ id: 'postern', displayName: 'Postern webmail', backend: url }],
    publicWebmailPort: port,
    trustForwardedFor: true,
    handOverSecret,
  })
  t.teardown(() => panel.stop())

  const directory = await temporaryDirectory(t)
  const prefix = join(directory, 'root')
  await mkdir(prefix)
  await putPackagesAbove(directory, release)
  const configFile = join(directory, 'postern.json')
  const settings = {
    listen: { host: '127.0.0.1', port },
    private: { host: '127.0.0.1', port: adminPort },
    panel: {
      adapter: 'http',
      upstream: panel.webmailUrl,
      homePath: '/',
      // The panel runs in the busy process of the test.
      http: { authUrl: panel.authUrl },
    },
    webmail: { app: 'postern' },
    imap: { host: dovecot.host, port: dovecot.port },
    database: {
      url: `sqlite:${prefix}/var/lib/postern/postern.db`,
    },
    dataDir: `${prefix}/var/lib/postern`,
    credentialsDir: `${prefix}/etc/postern/secrets`,
    errorLog: `${prefix}/var/log/postern/error.log`,
    ...config,
  }
  await writeFile(configFile, JSON.stringify(settings, undefined, 2))

  const uninstall = (from: string, ...args: readonly string[]) =>
    runLauncher(from, 'uninstall', ['--prefix', prefix, ...args])
  const supervisorState = join(prefix, 'run/postern/supervisor.json')
  supervisorStates.add(supervisorState)
  endSupervisorWithParent(supervisorState)
  t.teardown(async () => {
    // Where nothing runs any more, the folder goes with all that is in it.
    if (existsSync(supervisorState)) {
      // Without it a removal is refused where sessions of a Roundcube would be lost, and Postern stays.
      const removal = await uninstall(release, '--sign-out')
      if (removal.code !== 0) throw new Error(`not removed: ${removal.output}`)
    }
    supervisorStates.delete(supervisorState)
  })
  return {
    prefix,
    release: leanRelease(release),
    configFile,
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    dovecot,
    panel,
    handOverSecret,
    install: (from, ...args) =>
      runLauncher(from, 'install', ['--prefix', prefix, ...unhurried, ...args]),
    uninstall,
    panelUser: async () => panelUserOf(panel, url, owner),
  }
}

function killSupervisor(stateFile: string): void {
  try {
    const { supervisor } = z
      .object({ supervisor: z.int().min(2) })
      .parse(JSON.parse(readFileSync(stateFile, 'utf8')))
    process.kill(supervisor, 'SIGTERM')
  } catch {
    // Nothing runs any more, which is what is wanted.
  }
}

/** Signs in to the panel as a browser does, and carries its cookie to Postern. */
async function panelUserOf(
  panel: PanelSimulator,
  url: string,
  { address, password }: { readonly address: string; readonly password: string },
): Promise<PanelUser> {
  const response = await fetch(new URL('/login/?login_only=1', panel.webmailUrl), {
    method: 'POST',
    body: new URLSearchParams({ user: address, pass: password }),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
  const segment = /"security_token":"(\/cpsess\d{10})"/.exec(await response.text())?.[1] ?? ''
  const base = `${url}${segment}/3rdparty/postern/index.php`
  const client = createWebmailClient(base)
  client.cookies.set(name, value)
  return { ...client, base }
}

/** Makes the package and starts the mail server once for all tests of the file that calls it. */
export function shareServers(test: TestFn): SharedServers {
  let release: string | undefined
  let dovecot: Dovecot | undefined
  test.before(async () => {
    release = (await packagedRelease()).path
    dovecot = await startDovecot()
  })
  test.after.always(async () => {
    await dovecot?.stop()
  })
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('not started yet')
    return part
  }
  return {
    get release() {
      return started(release)
    },
    get dovecot() {
      return started(dovecot)
    },
  }
}
