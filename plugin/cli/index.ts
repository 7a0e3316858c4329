import { EX_UNAVAILABLE, EX_USAGE } from '../process/exit-codes.ts'
import { CorruptFile } from '../config/corrupt-file.ts'
import { wantsHelp, UsageFault, type Command, type CommandIo } from './command/command.ts'

/** One row per subcommand of `postern`; each is loaded when it is called. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['backup', async () => (await import('./backup/backup.ts')).backup],
  ['database', async () => (await import('./database.ts')).database],
  ['delete', async () => (await import('./personal.ts')).deletePersonal],
  ['doctor', async () => (await import('./doctor/doctor.ts')).doctor],
  ['explain', async () => (await import('./explain/explain.ts')).explain],
  ['export', async () => (await import('./personal.ts')).exportPersonal],
  ['import', async () => (await import('./import/import.ts')).importRoundcube],
  ['keys', async () => (await import('./keys.ts')).keys],
  ['restore', async () => (await import('./backup/restore.ts')).restore],
  ['roundcube-sessions', async () => (await import('./roundcube-sessions.ts')).roundcubeSessions],
  ['second-factor', async () => (await import('./second-factor.ts')).secondFactor],
  ['sessions', async () => (await import('./sessions.ts')).sessions],
  ['setup', async () => (await import('./setup/setup.ts')).setup],
  ['size', async () => (await import('./size/size.ts')).size],
  ['status', async () => (await import('./status.ts')).status],
])

/**
 * Runs the subcommand the words begin with and answers its exit code; undefined when they begin with
 * none. Throws ConfigFault for a configuration that cannot be used.
 */
export async function runCliCommand(
  [name = '', ...args]: readonly string[],
  io: CommandIo,
): Promise<number | undefined> {
  const load = commands.get(name)
  if (load === undefined) return undefined
  try {
    const command = await load()
    return await command(args, io)
  } catch (error) {
    if (error instanceof CorruptFile) {
      io.complain(`${error.message}\n`)
      return EX_UNAVAILABLE
    }
    if (!(error instanceof UsageFault)) throw error
    if (wantsHelp(args)) {
      io.write(error.message)
      return 0
    }
    io.complain(error.message)
    return EX_USAGE
  }
}
