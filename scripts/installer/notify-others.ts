import type { Layout } from './layout.ts'
import { CommandFailed, runCommand } from './run-command.ts'

/** Programs that read our files only when told, and the folder whose change they must hear of. */
const LISTENERS = [
  { folder: '/etc/fail2ban/', command: ['fail2ban-client', 'reload'] },
  { folder: '/etc/chkserv.d/', command: ['/usr/local/cpanel/scripts/restartsrv_chkservd'] },
  { folder: '/etc/systemd/system/', command: ['systemctl', 'daemon-reload'] },
] as const

/** Tells them after their files changed. One that can not be told is a warning: it may not even run. */
export async function notifyOthers(
  changedPaths: readonly string[],
  layout: Layout,
): Promise<readonly string[]> {
  const warnings: string[] = []
  for (const { folder, command } of LISTENERS) {
    if (!changedPaths.some((path) => path.startsWith(layout.at(folder)))) continue
    try {
      await runCommand(command)
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      warnings.push(error.message)
    }
  }
  return warnings
}
