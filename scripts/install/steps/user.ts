import { findSystemUser } from '../machine/ownership.ts'
import { runCommand } from '../machine/run-command.ts'
import type { Step } from './step.ts'

/**
 * A system user of its own: no shell, no password, and no home below /home, where a panel would count
 * and back it up.
 */
export function userStep(name: string, homeDir: string): Step {
  const removal = { kind: 'remove-user' as const, name }
  return {
    describe: `make the system user ${name}`,
    isDone: async () => (await findSystemUser(name)) !== undefined,
    planUndo: async () => removal,
    async apply() {
      await runCommand([
        'useradd',
        '--system',
        '--user-group',
        '--no-create-home',
        `--home-dir=${homeDir}`,
        '--shell=/usr/sbin/nologin',
        '--comment=Postern webmail gateway',
        name,
      ])
    },
    removal,
  }
}
