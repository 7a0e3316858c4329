import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createShimPanel } from '../../../../plugin/panel/shim/shim.ts'
import { type PanelEvidence, signedRequestOf } from '../../../../plugin/panel/adapter/panel.ts'
import { runCgi } from '../../../support/panel/handlers/cgi.ts'
import { temporaryDirectory, type Teardown } from '../../../support/process/temporary-directory.ts'
import { listen } from '../../../proxy/upstream/recorder.ts'
import { evidence } from '../adapter/contract.ts'

/** Account, key and domains that the stand's shim and panel share. */
export const account = {
  account: 'hosting',
  key: 'bmV2ZXIgdXNlIHRoaXMga2V5IG91dHNpZGUgYSB0ZXN0',
  domains: ['example.test'],
} as const

/** What a panel reports its third-party applications of Robin, who typed a password. */
export const caller = {
  REMOTE_USER: 'robin@example.test',
  REMOTE_PASSWORD: 'pass:wörd%',
  REMOTE_TEMP_USER: '',
  REMOTE_ADDR: '192.0.2.7',
  cp_security_token: '/cpsess0228251236',
} as const

const script = '/cpsess0228251236/3rdparty/postern/index.php'

/** The real index.php under php-cgi, with a recorder where Postern would listen. */
export interface ShimStand {
  readonly directory: string
  /** Address of the script, as a browser sees it. */
  readonly url: string
  readonly phpLog: string
  /** Requests that came out of the shim. */
  readonly requests: readonly IncomingMessage[]
  /** What Postern's gate would make of a request that came out. */
  evidenceOf(request: IncomingMessage | undefined): PanelEvidence
}

interface StandOptions {
  /** Environment that is different from that of `caller`. */
  readonly environment?: Readonly<Record<string, string>>
  /** Lines for .user.ini, read last. */
  readonly settings?: string
  readonly gateway?: RequestListener
}

/** Starts the shim with everything it needs; `environment` and files may be spoiled by a test. */
export async function startShim(t: Teardown, options: StandOptions = {}): Promise<ShimStand> {
  const directory = await temporaryDirectory(t)
  const phpLog = join(directory, 'php.log')
  await installShim(directory, `error_log = ${phpLog}\n${options.settings ?? ''}`)
  const requests: IncomingMessage[] = []
  const signed = new Map<IncomingMessage, ReturnType<typeof signedRequestOf>>()
  const gateway = createServer((req, res) => {
    requests.push(req)
    signed.set(req, signedRequestOf(req))
    const response = options.gateway ?? ((_req, done) => void done.end('answered'))
    response(req, res)
  })
  gateway.listen(join(directory, 'gateway.sock'))
  await once(gateway, 'listening')
  t.teardown(() => {
    gateway.close()
    gateway.closeAllConnections()
  })

  const proxyServer = createServer((req, res) => {
    runCgi(req, res, {
      file: join(directory, 'panel', 'index.php'),
      target: req.url ?? '',
      environment: { ...caller, HOME: '/home/hosting', ...options.environment },
    }).catch(() => res.destroy())
  })
  return {
    directory,
    url: (await listen(t, proxyServer)) + script,
    phpLog,
    requests,
    evidenceOf(request) {
      if (request === undefined) throw new Error('nothing came out of the shim')
      return evidence({
        cookieHeader: request.headers.cookie,
        segmentDigits: '0228251236',
        clientIp: String(request.headers['x-forwarded-for']),
        signed: signed.get(request),
      })
    },
  }
}

/** Puts the shim's files, its account key and the gateway's accounts file into a directory. */
async function installShim(directory: string, settings: string): Promise<void> {
  const source = (name: string) =>
    fileURLToPath(new URL(`../../../../plugin/panel/shim/${name}`, import.meta.url))
  await mkdir(join(directory, 'panel'))
  await mkdir(join(directory, 'keys'))
  await copyFile(source('index.php'), join(directory, 'panel', 'index.php'))
  await copyFile(source('upload.php'), join(directory, 'panel', 'upload.php'))
  await copyFile(source('.user.ini'), join(directory, 'panel', '.user.ini'))
  await writeFile(join(directory, 'panel', '.user.ini'), settings, { flag: 'a' })
  const keys = join(directory, 'keys')
  await writeFile(
    join(directory, 'panel', 'settings.php'),
    `<?php return ['keyDirectory' => '${keys}'];\n`,
  )
  const socket = join(directory, 'gateway.sock')
  await writeFile(
    join(keys, 'hosting.json'),
    JSON.stringify({ account: account.account, key: account.key, socket }),
    { mode: 0o600 },
  )
  await writeAccounts(directory, [account])
}

/** Writes the accounts file of the panel under test. */
export async function writeAccounts(
  directory: string,
  accounts: readonly { account: string; key: string; domains: readonly string[] }[],
): Promise<void> {
  const text = JSON.stringify({ version: 1, accounts })
  await writeFile(join(directory, 'accounts.json'), text, { mode: 0o600 })
}

/** The shim adapter as Postern opens it, beside a stand. */
export function openShimPanel(
  { directory }: Pick<ShimStand, 'directory'>,
  options: Partial<Parameters<typeof createShimPanel>[0]> = {},
) {
  return createShimPanel({
    accountsFile: join(directory, 'accounts.json'),
    clockSkewMs: 30_000,
    requestsPerAccount: 1_000,
    hmacKey: Buffer.alloc(32, 7),
    now: Date.now,
    log: { warn: () => undefined },
    ...options,
  })
}
