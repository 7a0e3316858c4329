import { EX_UNAVAILABLE } from '../process/exit-codes.ts'
import { loadConfig } from '../config/config.ts'
import { readAdminEndpoint } from '../admin/endpoint-file.ts'
import { type CommandIo, readArguments, configFileOf } from './command/command.ts'

const USAGE = `Usage: postern status [--config FILE]

  Tells where the status page of the running process is, and how to open it.
`

/** `postern status`: the address of the status page and its password, for anyone who may read dataDir. */
export async function status(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, { config: { type: 'string' } }, USAGE)
  const file = configFileOf(values.config, USAGE)
  const { dataDir } = await loadConfig(file, io.environment)
  const endpoint = await readAdminEndpoint(dataDir)
  if (endpoint === undefined) {
    io.complain(`no Postern is running with ${file}\n`)
    return EX_UNAVAILABLE
  }
  io.write(`status page: ${endpoint.address}\nuser name:   admin\npassword:    ${endpoint.token}\n`)
  return 0
}
