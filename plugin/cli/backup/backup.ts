import { resolve } from 'node:path'
import { backUp, type TableCount } from '../../../store/index.ts'
import { loadConfig } from '../../config/config.ts'
import { withServerPasswords } from '../../config/secrets/server-passwords.ts'
import { type CommandIo, configFileOf, readArguments, UsageFault } from '../command/command.ts'
import { sayingFaults } from './fault-text.ts'
import { readStoredFiles } from './stored-files.ts'
import { spoolNotice } from './spool-notice.ts'

const USAGE = `Usage: postern backup FILE [--config FILE] [--with-secrets]

  Writes what Postern has in its database (sessions, settings, contacts and all else) to the new file FILE, while Postern
  goes on, and checks it. Rows of other programs in the same database are not in it.

  --with-secrets   the configuration and the secrets as well: without them nobody can read the sessions. Keep FILE as
                   safe as the secrets
  --config FILE    configuration of the Postern

  Exit code: 0 the backup is whole, 69 there is none. What waits in the spool is said on standard error.
`

/** Limit of one question to the database. */
const QUESTION_MS = 60_000

/** `postern backup`: reads the database itself, with the rights of who types it. */
export async function backup(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    { config: { type: 'string' }, 'with-secrets': { type: 'boolean', default: false } },
    USAGE,
  )
  const [name, ...rest] = positionals
  if (name === undefined || rest.length > 0) throw new UsageFault(USAGE)
  const file = resolve(name)
  const configFile = configFileOf(values.config, USAGE)
  const config = await withServerPasswords(await loadConfig(configFile, io.environment))
  return sayingFaults(io, async (signal) => {
    const notice = await spoolNotice(configFile, config, io)
    let remaining = 0
    const files = async () => {
      const found = values['with-secrets'] ? await readStoredFiles(configFile, config) : []
      remaining = found.length
      return found
    }
    const { url } = config.database
    const release = await io.version()
    const tables = await backUp({
      ...{ url, file, files, release, signal },
      ...{ now: io.now, timeoutMs: QUESTION_MS },
    })
    io.write(
      `${file}: ${rowsText(tables)}${remaining === 0 ? '' : `, and ${remaining} files`}; checked\n`,
    )
    if (remaining === 0) io.write('configuration and secrets are not in it (--with-secrets)\n')
    if (notice !== undefined) io.complain(`${notice}\n`)
    return 0
  })
}

/** `12 rows (session 9, users 3)`. */
export function rowsText(tables: readonly TableCount[]): string {
  const sum = tables.reduce((rows, table) => rows + table.rows, 0)
  const each = tables.map(({ name, rows }) => `${name} ${rows}`)
  return `${sum} rows (${each.join(', ')})`
}
