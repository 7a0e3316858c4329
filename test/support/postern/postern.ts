import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TuningChanges } from '../../../plugin/tuning.ts'
import { eventually } from '../database/rows.ts'
import type { ClientResponse } from '../http/webmail-client.ts'
import { WAIT_LIMIT_MS } from '../process/wait-limit.ts'
import { startServerProcess, type ServerOutput } from '../process/server-process.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'

/**
 * A piece of the configuration file; sections are merged into the defaults of the test server. Its `tuning` is not written:
 * constants of `plugin/tuning.ts` that this test sets otherwise.
 */
export type PosternConfig = Readonly<Record<string, unknown>> & { readonly tuning?: TuningChanges }

/** Where a server of the tests listens. */
interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** What a test says about the Postern it starts. */
export interface PosternOptions {
  /** Ends it with this test, however often it was started again. */
  readonly t?: Teardown
  /** The server it takes mail from. */
  readonly mail?: ServerAddress
  /** The server it hands mail to. */
  readonly submission?: ServerAddress
  readonly redis?: { readonly url: string } | undefined
  readonly database?: { readonly url: string }
  /** Everything else of the configuration. */
  readonly config?: PosternConfig
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of node itself, such as a profiler's. */
  readonly nodeArgs?: readonly string[]
}

/** The built Postern as a process of its own: what an operator runs. */
export interface Postern {
  /** Origin, e.g. `http://127.0.0.1:40123`. */
  readonly url: string
  readonly pid: number
  readonly directory: string
  readonly errorLog: string
  readonly output: ServerOutput
  /** Address of the one script for a segment of ten digits. */
  base(segmentDigits?: string): string
  /** Answers the exit code. Rejects when Node wrote a warning while it ran. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  /** Asks to end (SIGTERM) and keeps the data; answers the exit code. */
  end(): Promise<number | null>
  /** After a kill or an end: starts again on a free port with the same configuration and data. */
  restart(): Promise<Postern>
}

const main = fileURLToPath(new URL('../../../dist/serve.js', import.meta.url))
const tunedMain = fileURLToPath(new URL('tuned-main.mjs', import.meta.url))

/** A busy machine is no silent mail server. */
const patience = { imap: { responseMs: WAIT_LIMIT_MS }, smtp: { responseMs: WAIT_LIMIT_MS } }

/**
 * Starts the built Postern on a free port, with an open static panel, the memory cache
 * and a database in a fresh directory. Needs `npm run build`.
 */
export async function startPostern(options: PosternOptions = {}): Promise<Postern> {
  if (!existsSync(main)) throw new Error('dist/ is missing: run `npm run build` first')
  const directory = await makeDirectory('gateway')
  const { tuning = {}, ...config } = options.config ?? {}
  const files = await writePosternConfig(directory, merge(serversOf(options), config))

  const { t, env = {}, nodeArgs = [] } = options
  let running: Postern | undefined
  const onStarted = (started: Postern) => {
    running = started
  }
  const postern = await launch({
    ...{ directory, ...files, env, nodeArgs, onStarted },
    tuning: JSON.stringify(merge(patience, tuning)),
  })
  t?.teardown(async () => {
    await running?.stop()
  })
  return postern
}

/** The sections that say where its servers are. */
function serversOf({ mail, submission, redis, database }: PosternOptions): PosternConfig {
  return {
    ...(mail === undefined ? {} : { imap: { host: mail.host, port: mail.port } }),
    ...(submission === undefined ? {} : { smtp: { host: submission.host, port: submission.port } }),
    ...(redis === undefined ? {} : { redis: { url: redis.url } }),
    ...(database === undefined ? {} : { database: { url: database.url } }),
  }
}

/** Writes the configuration of a test server into its directory; `listen` stands for the whole section. */
export async function writePosternConfig(
  directory: string,
  { listen, ...config }: PosternConfig = {},
): Promise<{ readonly configFile: string; readonly errorLog: string }> {
  const errorLog = join(directory, 'error.log')
  const configFile = join(directory, 'postern.json')
  const settings = {
    ...merge(defaults(directory, errorLog), config),
    ...(listen === undefined ? {} : { listen }),
  }
  await writeFile(configFile, JSON.stringify(settings, undefined, 2), { mode: 0o600 })
  return { configFile, errorLog }
}

interface Launch {
  readonly directory: string
  readonly errorLog: string
  readonly configFile: string
  readonly env: Readonly<Record<string, string>>
  readonly nodeArgs: readonly string[]
  readonly onStarted: (postern: Postern) => void
  /** As JSON. */
  readonly tuning: string
}

async function launch(files: Launch): Promise<Postern> {
  const { directory, errorLog, configFile, env, nodeArgs, tuning } = files
  const server = await startServerProcess({
    command: process.execPath,
    args: ['--trace-warnings', ...nodeArgs, tunedMain, '--config', configFile, tuning],
    cwd: directory,
    env: { UV_THREADPOOL_SIZE: '16', ...env },
    ready: async (output) => {
      await output.waitFor(listening)
    },
  })
  const url = listening.exec(server.output.text())?.[1]
  if (url === undefined) throw new Error('Postern did not say where it listens')
  const postern: Postern = {
    url,
    pid: server.pid,
    directory,
    errorLog,
    output: server.output,
    base: (segmentDigits = '1234567890') =>
      `${url}/cpsess${segmentDigits}/3rdparty/roundcube/index.php`,
    stop: async () => {
      const code = server.isRunning() ? await server.stop() : null
      await removeDirectory(directory)
      refuseWarnings(server.output.text())
      return code
    },
    kill: () => server.kill(),
    end: () => server.stop(),
    restart: () => launch(files),
  }
  files.onStarted(postern)
  return postern
}

/**
 * Node writes them to standard error (`(node:42) MaxListenersExceededWarning: …`), where no one reads them: a leak, or
 * something that the next Node takes away, with where it comes from. Throws, and so fails the test that started this Postern.
 */
export function refuseWarnings(output: string): void {
  const warnings = output.match(/^\(node:\d+\) .*(?:\n {4}at .*)*/gm) ?? []
  if (warnings.length > 0) throw new Error(`Node warned: ${warnings.join('; ')}`)
}

/** The line of the start contract (plugin/docs/architecture.md); the log may wrap it in JSON. */
const listening = /listening on (http:\/\/[^\s"]+)/

function defaults(directory: string, errorLog: string): PosternConfig {
  return {
    listen: { host: '127.0.0.1', port: 0 },
    private: { host: '127.0.0.1', port: 0 },
    panel: { adapter: 'static', segmentLetters: 'cpsess', static: { open: true } },
    // What is sent goes at once: tests of the outbox set their own time to undo.
    webmail: { app: 'roundcube', mode: 'standalone', undoSeconds: 0 },
    imap: { host: '127.0.0.1', port: 143, tls: false },
    smtp: { host: '127.0.0.1', port: 25, tls: false },
    redis: null,
    database: { url: `sqlite:${join(directory, 'postern.db')}` },
    dataDir: directory,
    errorLog,
  }
}

/** Sections merge key by key; everything else is replaced. */
function merge(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isSection(value) && isSection(below) ? merge(below, value) : value
  }
  return merged
}

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The response to a request, made again as long as it is told to come back later: 503 says nothing of a session. */
export function unlessBusy(request: () => Promise<ClientResponse>): Promise<ClientResponse> {
  return eventually(request, ({ status }) => status !== 503)
}
