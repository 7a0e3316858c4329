import type { Layout } from './machine/layout.ts'
import { CommandFailed, runCommand } from './machine/run-command.ts'

/** Programs that read our files only when told: the folder they must hear of, and how to see that they run. */
const LISTENERS = [
  {
    folder: '/etc/fail2ban/',
    isThere: ['fail2ban-client', 'ping'],
    notify: ['fail2ban-client', 'reload'],
  },
  {
    folder: '/etc/chkserv.d/',
    isThere: ['test', '-x', '/usr/local/cpanel/scripts/restartsrv_chkservd'],
    notify: ['/usr/local/cpanel/scripts/restartsrv_chkservd'],
  },
  {
    folder: '/etc/dovecot/',
    isThere: ['doveadm', 'service', 'status'],
    notify: ['doveadm', 'reload'],
  },
  {
    folder: '/etc/systemd/system/',
    isThere: ['test', '-d', '/run/systemd/system'],
    notify: ['systemctl', 'daemon-reload'],
  },
] as const

/** Tells those that run after their files changed, and resolves to what went wrong. */
export async function notifyOthers(
  changedPaths: readonly string[],
  layout: Layout,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { folder, isThere, notify } of LISTENERS) {
    const isChanged = changedPaths.some((path) => path.startsWith(layout.at(folder)))
    if (isChanged && (await succeeds(isThere))) problems.push(...(await problemsOf(notify)))
  }
  return problems
}

async function succeeds(command: readonly string[]): Promise<boolean> {
  return (await problemsOf(command)).length === 0
}

async function problemsOf(command: readonly string[]): Promise<readonly string[]> {
  try {
    await runCommand(command)
    return []
  } catch (error) {
    if (error instanceof CommandFailed) return [error.message]
    throw error
  }
}
