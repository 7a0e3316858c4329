import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Messages about this process to the service manager; nothing where there is none. */
export interface ServiceManager {
  /** This process serves. From then on the manager hears, as often as it wants, that the process still lives. */
  ready(status: string): Promise<void>
  /** This process reads its configuration again; `ready` says that it is over. */
  reloading(): Promise<void>
  /** This process ends. */
  stopping(): Promise<void>
}

interface ServiceManagerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly onFailed: (error: unknown) => void
}

/** Longer than the tool takes to hand over a line. */
const TOOL_MS = 5_000

/**
 * Talks to systemd (sd_notify(3)) by its own tool, since Node opens no datagram socket of this kind. Where the unit
 * has WatchdogSec, a process that says nothing for so long, because it hangs, is ended and started again.
 * Never rejects: what cannot be sent goes to `onFailed`.
 */
export function createServiceManager({
  environment,
  pid,
  onFailed,
}: ServiceManagerOptions): ServiceManager {
  const socket = environment['NOTIFY_SOCKET']
  let watchdog: ReturnType<typeof setInterval> | undefined

  async function notify(...lines: readonly string[]): Promise<void> {
    if (socket === undefined) return
    try {
      await execute('systemd-notify', lines, {
        env: { ...process.env, NOTIFY_SOCKET: socket },
        timeout: TOOL_MS,
      })
    } catch (error) {
      onFailed(error)
    }
  }

  return {
    async ready(status) {
      await notify('READY=1', `STATUS=${status}`)
      const everyMs = watchdogMs(environment, pid) / 2
      // Ready again each time: before systemd 246 a line is lost when the tool has ended before it is read.
      if (everyMs > 0) watchdog ??= setInterval(() => void notify('WATCHDOG=1', 'READY=1'), everyMs)
    },
    async reloading() {
      // Systemd tells a response to this from an earlier READY by the time (sd_notify(3)).
      const microseconds = process.hrtime.bigint() / 1_000n
      await notify('RELOADING=1', `MONOTONIC_USEC=${microseconds}`)
    },
    async stopping() {
      clearInterval(watchdog)
      await notify('STOPPING=1')
    },
  }
}

/** How long this process may say nothing; 0 for as long as it likes (sd_watchdog_enabled(3)). */
function watchdogMs(environment: ServiceManagerOptions['environment'], pid: number): number {
  const { WATCHDOG_PID, WATCHDOG_USEC } = environment
  if (WATCHDOG_PID !== undefined && WATCHDOG_PID !== String(pid)) return 0
  const microseconds = Number(WATCHDOG_USEC ?? 0)
  return Number.isFinite(microseconds) && microseconds > 0 ? microseconds / 1_000 : 0
}
