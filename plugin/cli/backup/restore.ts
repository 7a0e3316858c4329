import { resolve } from 'node:path'
import {
  type BackupReader,
  examineUnwritten,
  filesOf,
  openBackup,
  restoreBackup,
} from '../../../store/index.ts'
import { readAdminEndpoint } from '../../admin/endpoint-file.ts'
import { loadConfig } from '../../config/config.ts'
import type { Config } from '../../config/schema.ts'
import { findServiceUser } from '../../config/secrets/service-user.ts'
import { withServerPasswords } from '../../config/secrets/server-passwords.ts'
import {
  type CommandIo,
  configFileOf,
  INSTALLED_CONFIG,
  readArguments,
  UsageFault,
} from '../command/command.ts'
import { rowsText } from './backup.ts'
import { sayingFaults } from './fault-text.ts'
import {
  letServiceRead,
  type PutBack,
  putBackConfiguration,
  putBackSecrets,
} from './stored-files.ts'

const USAGE = `Usage: postern restore FILE [--config FILE] [--with-secrets] [--yes]

  Checks the backup FILE, then writes it into the database that the configuration names, of whatever kind, as a whole or
  not at all. No Postern may run. Rows of other programs stay as they are.

  --with-secrets   put the configuration and secrets of the backup back, where they are missing
  --yes            replace what Postern has in the database by now; its spool is moved aside
  --config FILE    configuration of the Postern

  Exit code: 0 all of it is restored, 1 something was left as it is, 69 the backup or the database cannot be used.
`

/** Limit of one statement: all sessions may be deleted by one. */
const STATEMENT_MS = 300_000

interface RestoreArguments {
  readonly file: string
  readonly configFile: string
  readonly isWithSecrets: boolean
  readonly isReplacing: boolean
}

/** `postern restore`: writes the database itself, with the rights of who types it. */
export async function restore(args: readonly string[], io: CommandIo): Promise<number> {
  const options = readOptions(args)
  return sayingFaults(io, async (signal) => {
    const backup = await openBackup(options.file)
    try {
      return await restoreFiles({ ...options, backup, signal }, io)
    } finally {
      await backup.close()
    }
  })
}

function readOptions(args: readonly string[]): RestoreArguments {
  const { values, positionals } = readArguments(
    args,
    {
      config: { type: 'string' },
      'with-secrets': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    USAGE,
  )
  const [name, ...rest] = positionals
  if (name === undefined || rest.length > 0) throw new UsageFault(USAGE)
  const isWithSecrets = values['with-secrets']
  // On a new machine the backup brings it.
  const configFile = isWithSecrets
    ? (values.config ?? INSTALLED_CONFIG)
    : configFileOf(values.config, USAGE)
  return { file: resolve(name), configFile, isWithSecrets, isReplacing: values.yes }
}

interface Restoring extends RestoreArguments {
  readonly backup: BackupReader
  readonly signal: AbortSignal
}

/** What is restored before the rows goes again when they are not restored. */
async function restoreFiles(options: Restoring, io: CommandIo): Promise<number> {
  const { backup, configFile, isWithSecrets } = options
  const files = isWithSecrets ? await filesOf(backup) : []
  if (isWithSecrets && files.length === 0) {
    io.complain('no secrets are in this backup: it was made without --with-secrets\n')
    return 1
  }
  const done: PutBack[] = []
  let isRestored = false
  try {
    const configuration = await putBackConfiguration(files, configFile)
    done.push(configuration)
    const config = await loadConfig(configFile, io.environment)
    await letServiceRead(configuration, config)
    const refusal = await refusalOf(config, options, io)
    if (refusal !== undefined) {
      io.complain(`${refusal}\n`)
      return 1
    }
    done.push(await putBackSecrets(files, config))
    isRestored = await restoreRows(await withServerPasswords(config), options, io)
    if (!isRestored) return 1
  } finally {
    if (!isRestored) for (const one of done) await one.undo()
  }
  const left = done.flatMap((files) => files.left)
  for (const path of done.flatMap((files) => files.made)) io.write(`put back: ${path}\n`)
  for (const path of left) io.complain(`left as it is, and not as in the backup: ${path}\n`)
  return left.length === 0 ? 0 : 1
}

/** Why nothing may be written; undefined where it may. */
async function refusalOf(
  { dataDir }: Config,
  { configFile, isReplacing }: RestoreArguments,
  io: CommandIo,
): Promise<string | undefined> {
  const endpoint = await readAdminEndpoint(dataDir)
  if (endpoint !== undefined) {
    return `a Postern is running with ${configFile} (process ${endpoint.pid}): stop it first`
  }
  const unwritten = await examineUnwritten(dataDir, io.now)
  if (unwritten.kind === 'held') return `a process holds the spool in ${dataDir}: stop it first`
  if (isReplacing || (unwritten.kind === 'counted' && unwritten.records === 0)) return undefined
  const what =
    unwritten.kind === 'counted' ? `${unwritten.records} records wait in` : 'there is damage in'
  return `${what} the spool in ${dataDir}, which may be newer than the backup: --yes moves it aside`
}

/** False, and said, where rows are there that may not be replaced. */
async function restoreRows(
  config: Config,
  { file, backup, isReplacing, signal }: Restoring,
  io: CommandIo,
): Promise<boolean> {
  const outcome = await restoreBackup({
    ...{ url: config.database.url, dataDir: config.dataDir },
    ...{ backup, isReplacing, owner: await findServiceUser(config) },
    ...{ timeoutMs: STATEMENT_MS, now: io.now, signal },
  })
  if (outcome.kind === 'occupied') {
    const advice = '--yes replaces them by those of the backup'
    io.complain(`the database has ${outcome.rows} rows of Postern already: ${advice}\n`)
    return false
  }
  const { tables, replaced, left, movedAside } = outcome
  const madeAt = new Date(backup.origin.madeAt).toISOString().slice(0, 16).replace('T', ' ')
  io.write(`restored ${file} of ${madeAt} UTC: ${rowsText(tables)}\n`)
  if (replaced > 0) io.write(`replaced: ${replaced} rows\n`)
  for (const path of movedAside) io.write(`moved aside: ${path}\n`)
  if (left > 0) io.write(`${left} rows are there already, of another program: they stay\n`)
  if (config.redis !== null) io.write(REDIS_NOTE)
  return true
}

const REDIS_NOTE =
  'Redis may have newer sessions: empty its database before the start to end them\n'
