import { chown, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ConfigFault, loadConfig } from '../../config/config.ts'
import type { Config } from '../../config/schema.ts'
import { inheritedSockets, drain, listen, stopSignal } from '../../process/listen.ts'
import { createCpanelHelper } from './helper.ts'
import { CPANEL_COOKIES } from './session/fields.ts'
import { createClock } from '../../process/clock.ts'
import { clockMoved } from '../../log/lines.ts'

/** A session of the panel has ended so long after its sign-in in any case: a day's work. */
const SESSION_MS = 24 * 3_600_000

const USAGE = `Usage: cpanel-helper --config FILE

  Reads cPanel's session files for Postern, whose configuration FILE is. Runs as root.
`

process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  const file = configFile(args)
  if (file === undefined) {
    process.stderr.write(USAGE)
    return 64
  }
  try {
    const config = await loadConfig(file, process.env)
    return await serve(config.panel.cpanel, config.dataDir)
  } catch (error) {
    const isConfig = error instanceof ConfigFault
    process.stderr.write(`${isConfig ? error.problems.join('\n') : String(error)}\n`)
    return isConfig ? 78 : 70
  }
}

async function serve(config: Config['panel']['cpanel'], dataDir: string): Promise<number> {
  const complain = (line: string) => void process.stderr.write(`${line}\n`)
  // Session files have an idle time: a moved clock must not end them.
  const clock = createClock({
    wall: Date.now,
    monotonic: () => performance.now(),
    offsetMs: 0,
    onMove: (movedMs) => complain(clockMoved(movedMs).message),
  })
  const server = createCpanelHelper({
    directory: config.sessionsDir,
    // The files belong to who writes them, and only their owner can read them: root.
    ownerUid: process.getuid?.() ?? 0,
    cookies: CPANEL_COOKIES,
    rules: { ...config, absoluteMs: SESSION_MS },
    now: () => clock.now(),
    wall: Date.now,
    log: complain,
  })
  // The socket is made with mode 0600 at once: there is no moment at which others could connect.
  process.umask(0o177)
  // From before it listens: a signal in between would cut the first question.
  const stopped = stopSignal()
  const { listen: inherited } = inheritedSockets(process.env, process.pid)
  const address = await listen(server, { unix: config.socket }, inherited)
  // Started by systemd, the socket has its owner from there.
  if (inherited === undefined) await giveToService(config.socket, dataDir)
  process.stdout.write(`listening on ${address}\n`)
  await stopped
  await drain(server, 1_000)
  return 0
}

/** The socket belongs to the user who owns dataDir: Postern. Before its first start no one can ask. */
async function giveToService(socket: string, dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch(() => undefined)
  if (owner !== undefined) await chown(socket, owner.uid, -1)
}

function configFile(args: readonly string[]): string | undefined {
  try {
    const options = { config: { type: 'string' } } as const
    return parseArgs({ args: [...args], options }).values.config
  } catch {
    // An unknown option: the usage says what there is.
    return undefined
  }
}
