import { runCommand } from '../run-command.ts'
import type { Service } from './service.ts'

const SERVICE = 'postern.service'
const SOCKET = 'postern.socket'

/** Postern under systemd: the socket unit listens, the service is restarted behind it. */
export function createSystemdService(): Service {
  const systemctl = (...args: string[]) => runCommand(['systemctl', ...args])
  const show = async (property: string) =>
    (await systemctl('show', '--value', `--property=${property}`, SERVICE)).trim()
  const restart = async (): Promise<void> => {
    await systemctl('daemon-reload')
    await systemctl('reset-failed', SERVICE).catch(() => undefined) // Never failed: nothing to reset.
    await systemctl('start', SOCKET)
    await systemctl('restart', SERVICE)
  }
  return {
    name: 'systemd',
    isRunning: async () => (await show('ActiveState')) === 'active',
    start: restart,
    restart,
    async stop() {
      // Together: the socket alone would start the service again for the next client.
      await systemctl('stop', SOCKET, SERVICE).catch(async (error: unknown) => {
        if ((await show('LoadState')) !== 'not-found') throw error
      })
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
