import { join } from 'node:path'
import {
  databaseErrorReport,
  examineSqlite,
  inspectDatabase,
  removeTables,
  StoreUnavailable,
} from '../../store/index.ts'
import { readAdminEndpoint } from '../admin/endpoint-file.ts'
import { withoutSecrets } from '../admin/status/backends.ts'
import { loadConfig } from '../config/config.ts'
import { EX_TEMPFAIL, EX_UNAVAILABLE } from '../process/exit-codes.ts'
import { configFileOf, readArguments, UsageFault, type CommandIo } from './command/command.ts'

const USAGE = `Usage: postern database inspect [--config FILE]
       postern database remove-tables --yes [--config FILE]

  inspect        print one line of JSON: the tables of database.url that are Postern's own, those of
                 session and users that it made, and those of other programs. Changes nothing
  remove-tables  drop Postern's own tables with all they hold, and session and users where it made them
                 and no other program has a table there. Postern must be stopped, on every machine
                 that uses the database. There is no way back
`

const TIMEOUT_MS = 60_000

/** `postern database`: what Postern has in the database it shares, and the removal of it. */
export async function database(args: readonly string[], io: CommandIo): Promise<number> {
  const options = { config: { type: 'string' }, yes: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, options, USAGE)
  const [verb, ...rest] = positionals
  if (rest.length > 0 || (verb !== 'inspect' && verb !== 'remove-tables')) {
    throw new UsageFault(USAGE)
  }
  if (verb === 'remove-tables' && !values.yes) throw new UsageFault(USAGE)
  const file = configFileOf(values.config, USAGE)

  const config = await loadConfig(file, io.environment)
  const { url } = config.database
  try {
    if (verb === 'inspect') return await inspect(url, io)
    if (await isRunning(config.dataDir)) {
      io.complain(`Postern is running with ${file}: stop it first\n`)
      return EX_TEMPFAIL
    }
    return await remove(url, io)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const { text } = databaseErrorReport(error)
    io.complain(`the database at ${withoutSecrets(url)} cannot be used: ${text || 'no detail'}\n`)
    return EX_UNAVAILABLE
  }
}

async function inspect(url: string, io: CommandIo): Promise<number> {
  io.write(`${JSON.stringify(await inspectDatabase(url, TIMEOUT_MS))}\n`)
  return 0
}

async function remove(url: string, io: CommandIo): Promise<number> {
  const dropped = await removeTables(url, TIMEOUT_MS)
  io.write(dropped.length === 0 ? 'no tables to drop\n' : `dropped ${dropped.join(', ')}\n`)
  return 0
}

/** Without an admin listener only the lock of its spool reports a process. */
async function isRunning(dataDir: string): Promise<boolean> {
  if ((await readAdminEndpoint(dataDir)) !== undefined) return true
  return (await examineSqlite(join(dataDir, 'spool.db'))).kind === 'locked'
}
