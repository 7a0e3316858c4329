import { runCommand } from '../run-command.ts'
import type { Service } from './service.ts'

const SERVICE = 'postern.service'
const SOCKET = 'postern.socket'
/** There where Postern reads cPanel's session files (plan-systemd.ts). */
const HELPER_SERVICE = 'postern-cpanel-helper.service'
const HELPER_SOCKET = 'postern-cpanel-helper.socket'

/** The unit kills after 40 s what has not ended (systemd-units.ts). */
const STOP_MS = 60_000

/** Postern under systemd: the socket unit listens, the service is restarted behind it. */
export function createSystemdService({
  stopMs = STOP_MS,
}: { readonly stopMs?: number } = {}): Service {
  const restart = async (): Promise<void> => {
    await systemctl('daemon-reload')
    await systemctl('reset-failed', SERVICE).catch(() => undefined) // Never failed: nothing to reset.
    if ((await show('LoadState', HELPER_SOCKET)) === 'loaded') {
      await systemctl('start', HELPER_SOCKET)
      // It belongs to the release: the next question starts the new one.
      await systemctl('try-restart', HELPER_SERVICE)
    } else {
      // Its units went with the adapter; what was running goes on without them.
      await stopUnits([HELPER_SOCKET, HELPER_SERVICE], stopMs)
    }
    await systemctl('start', SOCKET)
    await systemctl('restart', SERVICE)
  }
  return {
    name: 'systemd',
    isRunning: async () => (await show('ActiveState')) === 'active',
    start: restart,
    restart,
    async stop() {
      // Alone at first: when it can not be stopped, its socket still leads to it.
      await stopUnits([SERVICE], stopMs)
      // Together: a socket alone would start its service again for the next client.
      await stopUnits([SOCKET, SERVICE], stopMs)
      await stopUnits([HELPER_SOCKET, HELPER_SERVICE], stopMs)
    },
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

/** A unit that is unknown can not be stopped, and need not: what counts is that none of them runs. */
async function stopUnits(units: readonly string[], withinMs: number): Promise<void> {
  try {
    await runCommand(['systemctl', 'stop', ...units], { withinMs })
  } catch (error) {
    const states = await Promise.all(units.map((unit) => show('ActiveState', unit)))
    if (states.some((state) => state !== 'inactive' && state !== 'failed')) throw error
  }
}
