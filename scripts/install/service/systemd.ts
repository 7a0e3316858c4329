import { stat } from 'node:fs/promises'
import { STOP_LIMIT_MS, type ListenAddress } from '../../../plugin/process/listen.ts'
import { runCommand } from '../machine/run-command.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import type { Service } from './service.ts'

const SERVICE = 'postern.service'
const SOCKET = 'postern.socket'
/** There where Postern has a session endpoint; the service starts it (scripts/install/texts/systemd-units.ts). */
const SESSIONS_SOCKET = 'postern-sessions.socket'
/** There where Postern reads cPanel's session files (scripts/install/plan/systemd.ts). */
const HELPER_SERVICE = 'postern-cpanel-helper.service'
const HELPER_SOCKET = 'postern-cpanel-helper.socket'

/** The unit kills what has not ended by the limit (systemd-units.ts). */
const STOP_MS = STOP_LIMIT_MS + 20_000

/** Postern under systemd: the socket unit listens, the service is restarted behind it. */
export function createSystemdService({
  stopMs = STOP_MS,
}: { readonly stopMs?: number } = {}): Service {
  const stop = async (): Promise<void> => {
    // Alone at first: when it cannot be stopped, its socket still leads to it.
    await stopUnits([SERVICE], stopMs)
    // Together: a socket alone would start its service again for the next client.
    await stopUnits([SOCKET, SESSIONS_SOCKET, SERVICE], stopMs)
    await stopUnits([HELPER_SOCKET, HELPER_SERVICE], stopMs)
  }
  const restart = async (): Promise<void> => {
    if (await hasOldMainSocket()) await stop()
    const isSessionsSocketOld = await isOlderThanItsUnit(SESSIONS_SOCKET)
    // By the unit it was started with, which knows the file to be removed.
    if (isSessionsSocketOld) await stopUnits([SESSIONS_SOCKET], stopMs)
    await systemctl('daemon-reload')
    // Its unit is missing: a release that does not know it opens the address itself.
    if ((await show('LoadState', SESSIONS_SOCKET)) !== 'loaded') {
      await stopUnits([SESSIONS_SOCKET], stopMs)
    }
    await systemctl('reset-failed', SERVICE).catch(() => undefined) // Never failed: nothing to reset.
    if ((await show('LoadState', HELPER_SOCKET)) === 'loaded') {
      await systemctl('start', HELPER_SOCKET)
      await systemctl('reset-failed', HELPER_SERVICE).catch(() => undefined) // The same.
      // It belongs to the release. Its socket alone would let the first users wait for its start.
      await systemctl('restart', HELPER_SERVICE)
    } else {
      // Its units went with the adapter; what was running continues without them.
      await stopUnits([HELPER_SOCKET, HELPER_SERVICE], stopMs)
    }
    await systemctl('start', SOCKET)
    await systemctl('restart', SERVICE)
  }
  return {
    name: 'systemd',
    isRunning: async () => (await show('ActiveState')) === 'active',
    async address() {
      if ((await show('ActiveState', SOCKET)) !== 'active') return undefined
      return parseListen(await show('Listen', SOCKET))
    },
    hasOldSocket,
    start: restart,
    restart,
    stop,
    async failures() {
      if ((await show('ActiveState')) === 'failed') return Number.POSITIVE_INFINITY
      return Number(await show('NRestarts'))
    },
    async lastLines(count) {
      const text = await runCommand([
        'journalctl',
        `--unit=${SERVICE}`,
        `--lines=${count}`,
        '--no-pager',
        '--output=cat',
      ])
      return text.split('\n').filter((line) => line !== '')
    },
  }
}

function systemctl(...args: readonly string[]): Promise<string> {
  return runCommand(['systemctl', ...args])
}

async function show(property: string, unit = SERVICE): Promise<string> {
  return (await systemctl('show', '--value', `--property=${property}`, unit)).trim()
}

async function hasOldSocket(): Promise<boolean> {
  return (await hasOldMainSocket()) || (await isOlderThanItsUnit(SESSIONS_SOCKET))
}

async function hasOldMainSocket(): Promise<boolean> {
  return (await isOlderThanItsUnit(SOCKET)) || (await isOlderThanItsUnit(HELPER_SOCKET))
}

/** The unit was written since the socket was opened: a reload of systemd does not open it again. */
async function isOlderThanItsUnit(socket: string): Promise<boolean> {
  if ((await show('ActiveState', socket)) !== 'active') return false
  const unit = await unlessMissing(stat(await show('FragmentPath', socket)))
  if (unit === undefined) return false
  const openForMs =
    monotonicMs() - Number(await show('ActiveEnterTimestampMonotonic', socket)) / 1e3
  return unit.mtimeMs > Date.now() - openForMs
}

/** The clock of systemd's monotonic timestamps, which no one sets. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** What systemd reports one address, e.g. `127.0.0.1:8090 (Stream)` or `[::1]:8090 (Stream)`. */
function parseListen(text: string): ListenAddress | undefined {
  const unix = /^(\/.+) \(Stream\)$/.exec(text)?.[1]
  if (unix !== undefined) return { unix }
  const [, host, port] = /^\[?(.+?)\]?:(\d+) \(Stream\)$/.exec(text) ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

/** A unit that is unknown cannot be stopped, and need not: what counts is that none of them runs. */
async function stopUnits(units: readonly string[], withinMs: number): Promise<void> {
  try {
    await runCommand(['systemctl', 'stop', ...units], { withinMs })
  } catch (error) {
    const states = await Promise.all(units.map((unit) => show('ActiveState', unit)))
    if (states.some((state) => state !== 'inactive' && state !== 'failed')) throw error
  }
}
