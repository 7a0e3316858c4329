import { CorruptFile } from '../config/corrupt-file.ts'
import {
  EX_UNAVAILABLE,
  EX_USAGE,
  UsageFault,
  type Command,
  type CommandIo,
} from './command/command.ts'
import { doctor } from './doctor/doctor.ts'
import { explain } from './explain/explain.ts'
import { importRoundcube } from './import/import.ts'
import { keys } from './keys.ts'
import { asksForHelp } from './command/command.ts'
import { deletePersonal, exportPersonal } from './personal.ts'
import { secondFactor } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { setup } from './setup/setup.ts'
import { status } from './status.ts'

/** One row per subcommand of `postern`. */
const commands: ReadonlyMap<string, Command> = new Map([
  ['delete', deletePersonal],
  ['doctor', doctor],
  ['explain', explain],
  ['export', exportPersonal],
  ['import', importRoundcube],
  ['keys', keys],
  ['second-factor', secondFactor],
  ['sessions', sessions],
  ['setup', setup],
  ['status', status],
])

/**
 * Runs the subcommand the words begin with and answers its exit code; undefined when they begin with
 * none. Throws ConfigFault for a configuration that cannot be used.
 */
export async function runCliCommand(
  [name = '', ...args]: readonly string[],
  io: CommandIo,
): Promise<number | undefined> {
  const command = commands.get(name)
  if (command === undefined) return undefined
  try {
    return await command(args, io)
  } catch (error) {
    if (error instanceof CorruptFile) {
      io.complain(`${error.message}\n`)
      return EX_UNAVAILABLE
    }
    if (!(error instanceof UsageFault)) throw error
    if (asksForHelp(args)) {
      io.write(error.message)
      return 0
    }
    io.complain(error.message)
    return EX_USAGE
  }
}
