import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DemoSessions } from './roundcube.ts'

/** What the demo's Postern is told; everything else has its default. */
export interface GatewayOptions {
  readonly directory: string
  readonly port: number
  readonly imapPort: number
  readonly smtpPort: number
  readonly sievePort: number
  readonly panelUrl: string
  readonly panelAuthUrl: string
  /** Shared with the panel, which hands over the mailbox password for it. */
  readonly panelSecret: string
  /** The session endpoint; undefined: none. */
  readonly sessions?: DemoSessions | undefined
}

/** The built Postern as a process of its own, as an operator runs it. */
export interface Gateway {
  readonly url: string
  readonly errorLog: string
  /** Resolves when the process ends automatically. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** A busy machine takes its time to start a server that is about to serve. */
const readyWithinMs = 60_000

/** Starts `node dist/main.js` with the memory cache and an SQLite database in the demo's folder. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const configFile = join(options.directory, 'postern.json')
  const errorLog = join(options.directory, 'error.log')
  await writeConfig(options, configFile, errorLog)
  await writeSecret(options)
  const child = spawn(process.execPath, [main, '--config', configFile], {
    cwd: options.directory,
    // Apart from the terminal's group: Ctrl-C must reach it only after its users are missing.
    detached: true,
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Should the demo itself break, nothing is left running.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const ended = once(child, 'exit').then(() => {
    process.off('exit', killAtExit)
  })
  const url = await readAddress(child.stdout)
  if (url === undefined) {
    child.kill('SIGKILL')
    await ended
    throw new Error('Postern did not start')
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, errorLog, ended, stop }
}

async function writeConfig(options: GatewayOptions, file: string, errorLog: string): Promise<void> {
  const config = {
    listen: { host: '127.0.0.1', port: options.port },
    private: { host: '127.0.0.1', port: 0 },
    panel: {
      adapter: 'http',
      segmentLetters: 'cpsess',
      upstream: options.panelUrl,
      homePath: '/',
      http: { authUrl: options.panelAuthUrl },
    },
    webmail: {
      app: 'postern',
      mode: 'standalone',
      productName: 'Postern demo',
      sessions:
        options.sessions === undefined ? null : { host: '127.0.0.1', port: options.sessions.port },
    },
    imap: { host: '127.0.0.1', port: options.imapPort, tls: false },
    smtp: { host: '127.0.0.1', port: options.smtpPort, tls: false, auth: 'user' },
    sieve: { host: '127.0.0.1', port: options.sievePort, tls: false },
    redis: null,
    database: { url: `sqlite:${join(options.directory, 'postern.db')}` },
    dataDir: options.directory,
    errorLog,
  }
  await writeFile(file, JSON.stringify(config, undefined, 2), { mode: 0o600 })
}

/** Where Postern keeps its keys; the panel hands over the mailbox password for this one. */
async function writeSecret(options: GatewayOptions): Promise<void> {
  const { directory, panelSecret, sessions } = options
  const keys = join(directory, 'keys')
  await mkdir(keys, { mode: 0o700 })
  await writeFile(join(keys, 'panel-hand-over.secret'), panelSecret, { mode: 0o600 })
  if (sessions === undefined) return
  await writeFile(join(keys, 'webmail-sessions.secret'), sessions.password, { mode: 0o600 })
}

/** The line of the start contract; undefined when the process ends first or takes too long. */
async function readAddress(input: NodeJS.ReadableStream): Promise<string | undefined> {
  const signal = AbortSignal.timeout(readyWithinMs)
  for await (const line of createInterface({ input, signal })) {
    const url = /listening on (http:\/\/[^\s"]+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  return undefined
}
