import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { laterFilesOf } from '../../../../plugin/http/assets/assets.ts'
import { syncAccounts } from '../../../../scripts/install/shim-accounts/sync-accounts.ts'
import type { Dovecot } from '../../../support/dovecot/dovecot.ts'
import { startServerProcess } from '../../../support/process/server-process.ts'

/** The hosting account's scripts run as this user, who can read nothing but the account's own key. */
const nobody = { uid: 65_534, gid: 65_534 } as const

/** The account of these tests. */
export const hosting = {
  user: 'hosting',
  password: 'account-password',
  home: '/home/hosting',
  ...nobody,
}

/** The built Postern behind the shim's files, as an installation lays them out. */
export interface ShimGateway {
  /** index.php, with the page's files beside it. */
  readonly script: string
  /** What Postern has written so far. */
  readonly output: () => string
  stop(): Promise<void>
}

interface ShimGatewayOptions {
  /** Exists; everything goes below it. */
  readonly directory: string
  readonly dovecot: Dovecot
  readonly smtp?: { readonly host: string; readonly port: number }
}

/** Places the shim with the key of one account and starts Postern on its socket. */
export async function startShimGateway(options: ShimGatewayOptions): Promise<ShimGateway> {
  const { directory } = options
  const panel = join(directory, 'panel')
  const files = {
    socket: join(directory, 'postern.sock'),
    keyDirectory: join(directory, 'keys'),
    bookFile: join(directory, 'accounts.json'),
  }
  await installShim(panel, files.keyDirectory)
  const { user, home } = hosting
  const account = { ...nobody, account: user, home, domains: ['example.test'] }
  await syncAccounts({ ...files, accounts: [account], gid: 0 })
  const postern = await startBehindSocket(options, files)
  return {
    script: join(panel, 'index.php'),
    output: () => postern.output.text(),
    stop: () => postern.kill(),
  }
}

async function installShim(panel: string, keyDirectory: string): Promise<void> {
  await mkdir(join(panel, 'postern'), { recursive: true })
  for (const name of ['index.php', 'upload.php', '.user.ini', 'postern.svg']) {
    const source = fileURLToPath(new URL(`../../../../plugin/panel/shim/${name}`, import.meta.url))
    await copyFile(source, join(panel, name))
  }
  for (const kind of ['js', 'css']) {
    const content = await readFile(new URL(`../../../../dist/web/app.${kind}`, import.meta.url))
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    await writeFile(join(panel, 'postern', `app-${hash}.${kind}`), content)
  }
  const web = new URL('../../../../dist/web/', import.meta.url)
  const script = await readFile(new URL('app.js', web), 'utf8')
  for (const [name, later] of await laterFilesOf(script, web)) {
    await writeFile(join(panel, 'postern', name), later)
  }
  const settings = `<?php return ['keyDirectory' => '${keyDirectory}'];\n`
  await writeFile(join(panel, 'settings.php'), settings)
}

async function startBehindSocket(
  { directory, dovecot, smtp }: ShimGatewayOptions,
  { socket, bookFile }: { readonly socket: string; readonly bookFile: string },
) {
  await mkdir(join(directory, 'data'))
  const configFile = join(directory, 'postern.json')
  const config = {
    listen: { unix: socket, everyUser: true },
    private: null,
    panel: { adapter: 'shim', shim: { accountsFile: bookFile } },
    webmail: { app: 'postern' },
    // As on a real panel, whose ports speak TLS.
    session: { secureCookie: true },
    imap: { host: dovecot.host, port: dovecot.port },
    ...(smtp === undefined ? {} : { smtp }),
    database: { url: `sqlite:${join(directory, 'data', 'postern.db')}` },
    dataDir: join(directory, 'data'),
    errorLog: join(directory, 'data', 'error.log'),
  }
  await writeFile(configFile, JSON.stringify(config))
  return startServerProcess({
    command: process.execPath,
    args: [
      fileURLToPath(new URL('../../../../dist/main.js', import.meta.url)),
      '--config',
      configFile,
    ],
    cwd: directory,
    env: { NODE_ENV: 'production' },
    ready: async (output) => {
      await output.waitFor(/listening on unix:/)
    },
  })
}
