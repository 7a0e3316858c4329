import { CommandFailed, runCommand } from './run-command.ts'

/**
 * Why fail2ban would not start with its configuration as it is now, by its own test; undefined where it would, or is not
 * installed. One jail that it refuses keeps all of them from being loaded, that for ssh as well.
 */
export async function fail2banFault(): Promise<string | undefined> {
  if (!(await succeeds(['fail2ban-client', '--version']))) return undefined
  return faultOf(['fail2ban-client', '--test'])
}

/** Makes a running fail2ban read its files again; one that does not run reads them when it starts. Throws CommandFailed. */
export async function reloadFail2ban(): Promise<void> {
  if (await succeeds(['fail2ban-client', 'ping'])) await runCommand(['fail2ban-client', 'reload'])
}

async function succeeds(command: readonly string[]): Promise<boolean> {
  return (await faultOf(command)) === undefined
}

async function faultOf(command: readonly string[]): Promise<string | undefined> {
  try {
    await runCommand(command)
    return undefined
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    // Its log lines, in one line of a report.
    return error.message.split('\n').join(' ')
  }
}
