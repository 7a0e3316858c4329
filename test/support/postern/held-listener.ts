import { appendFile, chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import { readSupervisorState } from '../../../scripts/supervisor/state.ts'
import { openSockets, spawnWithSockets } from '../../../scripts/supervisor/open-socket.ts'
import { eventually } from '../database/rows.ts'
import { freePort } from '../process/free-port.ts'
import { writePosternConfig, type PosternConfig } from './postern.ts'
import { processEnded } from '../process/server-process.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

/** Where clients connect; both forms are options of `http.request`. */
export type HeldAddress =
  { readonly host: string; readonly port: number } | { readonly socketPath: string }

/** Who holds the listening socket: a parent as systemd is one, or the supervisor. */
export type Holder = 'a parent' | 'the supervisor'

/** A built Postern whose listening socket another process holds. */
export interface HeldPostern {
  readonly address: HeldAddress
  /** Process ids of the Posterns started so far, the present one last. */
  pids(): Promise<readonly number[]>
  /** Asks to end as the holder does at a restart; the next one starts with `mayStart`. */
  startRestart(): Promise<void>
  mayStart(): Promise<void>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Notes its process id, which `exec` keeps, and waits until it may start; with these constants, as JSON. */
const launcherText = (tuning: string) => `#!/bin/sh
directory=$(dirname "$0")
echo $$ >> "$directory/pids"
while [ ! -e "$directory/may-start" ]; do sleep 0.02; done
exec "${process.execPath}" "${root}test/support/postern/tuned-main.mjs" "$@" '${tuning}' >> "$directory/output" 2>&1
`

/** A parent that holds descriptor 3 and starts one Postern after the other behind it. */
const PARENT = `
while [ ! -e "$1/is-over" ]; do
  /bin/sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"' sh "$1/launcher" --config "$1/postern.json"
done
`

/** Starts it behind a socket of the kind, which stays open until the test ends. Needs the build. */
export async function startHeldPostern(
  t: Teardown,
  { holder, kind, config }: { holder: Holder; kind: 'TCP' | 'Unix'; config: PosternConfig },
): Promise<HeldPostern> {
  const directory = await temporaryDirectory(t)
  const listen =
    kind === 'TCP'
      ? { host: '127.0.0.1', port: await freePort() }
      : { unix: join(directory, 'postern.sock') }
  const { tuning = {}, ...sections } = config
  const { configFile } = await writePosternConfig(directory, { ...sections, listen })
  const launcher = join(directory, 'launcher')
  await writeFile(launcher, launcherText(JSON.stringify(tuning)))
  await chmod(launcher, 0o755)

  const pids = async () =>
    (await readFile(join(directory, 'pids'), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map(Number)
  const mayStart = () => appendFile(join(directory, 'may-start'), '')
  const current = async () => (await pids()).at(-1) ?? 0
  await mayStart()
  const hold = holder === 'a parent' ? holdByParent : holdBySupervisor
  const { restart, end } = await hold({ directory, configFile, launcher, listen, current })
  t.teardown(async () => {
    await mayStart()
    await end()
  })

  return {
    address: 'unix' in listen ? { socketPath: listen.unix } : listen,
    pids,
    async startRestart() {
      await rm(join(directory, 'may-start'))
      await restart()
    },
    mayStart,
  }
}

interface Held {
  readonly directory: string
  readonly configFile: string
  readonly launcher: string
  readonly listen: ListenAddress
  readonly current: () => Promise<number>
}

interface HolderControl {
  readonly restart: () => Promise<void>
  readonly end: () => Promise<void>
}

async function holdByParent({ directory, listen, current }: Held): Promise<HolderControl> {
  let parent: number | undefined
  await openSockets([listen], ([descriptor = -1]) => {
    const command = ['/bin/sh', '-c', PARENT, 'sh', directory]
    const sockets = { listen: descriptor, sessions: undefined }
    parent = spawnWithSockets(sockets, command, { isDetached: false }).pid
  })
  const stop = async () => void process.kill(await current(), 'SIGTERM')
  return {
    restart: stop,
    async end() {
      await writeFile(join(directory, 'is-over'), '')
      await stop()
      if (parent !== undefined) await processEnded(parent)
    },
  }
}

async function holdBySupervisor({
  directory,
  configFile,
  launcher,
  listen,
}: Held): Promise<HolderControl> {
  const state = join(directory, 'supervisor.json')
  const args = [`--config=${configFile}`, `--gateway=${launcher}`, `--state=${state}`]
  // As the supervisor's own first process does, with the built supervisor.
  await openSockets([listen], ([descriptor = -1]) => {
    const command = [process.execPath, join(root, 'dist/supervisor.js'), ...args]
    const sockets = { listen: descriptor, sessions: undefined }
    spawnWithSockets(sockets, command, { isDetached: true }).unref()
  })
  const supervisor = (
    await eventually(
      () => readSupervisorState(state),
      (reported) => reported !== undefined,
    )
  )?.supervisor
  if (supervisor === undefined) throw new Error('the supervisor did not start')
  return {
    restart: () => Promise.resolve(void process.kill(supervisor, 'SIGHUP')),
    async end() {
      process.kill(supervisor, 'SIGTERM')
      await processEnded(supervisor)
    },
  }
}
