import { z } from 'zod'
import { EX_UNAVAILABLE } from '../../process/exit-codes.ts'
import {
  defaultStoreLimits,
  parseDatabaseUrl,
  RoundcubeFault,
  StoreUnavailable,
} from '../../../store/index.ts'
import { loadConfig } from '../../config/config.ts'
import { systemErrorCode } from '../../config/system-error.ts'
import { withDatabasePassword } from '../../config/secrets/server-passwords.ts'
import { SeveralUsers } from '../../migration/only-user.ts'
import type { MigrationReport } from '../../migration/run/report.ts'
import { type CommandIo, configFileOf, readArguments, UsageFault } from '../command/command.ts'
import { queryRunning, NotRunning, whileRunning } from '../running-process.ts'
import { cpanelSources, readUserDomains, USER_DOMAINS } from './cpanel-home.ts'
import { databaseSources, type MailboxSource } from './mailbox-source.ts'
import { reportText } from './report-text.ts'

const USAGE = `Usage: postern import roundcube --database URL [--mail-host HOST] [--table-prefix PREFIX]
       postern import roundcube --cpanel-home DIR [--domains FILE]

  Takes contacts, groups, collected recipients, identities, signatures, saved replies and preferences over
  from Roundcube 1.4 to 1.7, which is read and never written. It can be run again: what is here already stays as it is.

  --database URL   sqlite:PATH, mysql://USER@HOST/NAME or postgres://USER@HOST/NAME; its password is taken
                   from ROUNDCUBE_PASSWORD
  --cpanel-home    the home of an account, or the directory of all homes
  --domains FILE   which account has which domain, ${USER_DOMAINS} by itself
  --user NAME      only this sign-in name
  --dry-run        say what would be taken, and keep nothing
  --json           the report as JSON, a line for each person
  --config FILE    configuration of the running Postern

  Exit code: 0 everybody was taken over, 1 somebody was not.
`

const outcome = z.object({ added: z.number(), changed: z.number(), same: z.number() })
const names = z.array(z.string())
const report: z.ZodType<MigrationReport> = z.object({
  contacts: outcome,
  recipients: outcome,
  trustedSenders: outcome,
  identities: outcome,
  templates: outcome,
  preferences: z.object({ taken: names, kept: names, left: names, same: z.number() }),
  problems: z.array(
    z.object({
      part: z.enum([
        ...(['contact', 'group', 'recipient', 'trusted-sender'] as const),
        ...(['identity', 'response', 'preference'] as const),
      ]),
      entry: z.string(),
      code: z.string(),
      about: z.string(),
    }),
  ),
  problemCount: z.number(),
})

const SOURCE_TIMEOUT_MS = 30_000

/** `postern import`: reads here, with the rights of who types it, and passes each user to the running process. */
export async function importRoundcube(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      config: { type: 'string' },
      database: { type: 'string' },
      'cpanel-home': { type: 'string' },
      domains: { type: 'string', default: USER_DOMAINS },
      user: { type: 'string' },
      'mail-host': { type: 'string' },
      'table-prefix': { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    USAGE,
  )
  const { database, 'cpanel-home': home, 'table-prefix': tablePrefix } = values
  const isOneSource = (database === undefined) !== (home === undefined)
  const isRoundcube = positionals.length === 1 && positionals[0] === 'roundcube'
  if (!isRoundcube || !isOneSource || !/^\w{0,32}$/.test(tablePrefix)) throw new UsageFault(USAGE)
  const config = configFileOf(values.config, USAGE)
  await loadConfig(config, io.environment)
  const options = {
    tablePrefix,
    mailHost: values['mail-host'] ?? null,
    maxEntries: defaultStoreLimits.personalDocuments,
    timeoutMs: SOURCE_TIMEOUT_MS,
  }
  const how = { config, isDryRun: values['dry-run'], isJson: values.json }
  return whileRunning(io, async () => {
    try {
      if (database !== undefined) {
        const url = withDatabasePassword(checkedUrl(database), io.environment['ROUNDCUBE_PASSWORD'])
        const opened = await databaseSources(url, options, values.user)
        return await importAll(opened.sources, values.user, how, io).finally(opened.close)
      }
      const domains = await readUserDomains(values.domains)
      const all = await cpanelSources(home ?? '', domains, options)
      const wanted = values.user?.toLowerCase()
      const sources = all.filter(({ user }) => wanted === undefined || user === wanted)
      return await importAll(sources, values.user, how, io)
    } catch (error) {
      if (error instanceof UsageFault) throw error
      io.complain(`${faultText(error) ?? `the import ended: ${messageOf(error)}`}\n`)
      return EX_UNAVAILABLE
    }
  })
}

function checkedUrl(url: string): string {
  try {
    parseDatabaseUrl(url)
    return url
  } catch (cause) {
    throw new UsageFault(USAGE, { cause })
  }
}

interface ImportHow {
  readonly config: string
  readonly isDryRun: boolean
  readonly isJson: boolean
}

/** One after the other, so that one user at a time is in memory; who cannot be taken keeps no one else. */
async function importAll(
  sources: readonly MailboxSource[],
  user: string | undefined,
  how: ImportHow,
  io: CommandIo,
): Promise<number> {
  if (sources.length === 0) {
    io.complain(user === undefined ? 'nobody is there\n' : `${JSON.stringify(user)} is not there\n`)
    return 1
  }
  let failed = 0
  for (const source of sources) if (!(await importOne(source, how, io))) failed += 1
  const summary = `${sources.length} people, ${failed} of them not taken over\n`
  if (!how.isJson) io.write(summary)
  return failed === 0 ? 0 : 1
}

/** Whether everything of the user that can be here is. */
async function importOne(
  { user, read }: MailboxSource,
  { config, isDryRun, isJson }: ImportHow,
  io: CommandIo,
): Promise<boolean> {
  try {
    const data = await read()
    const body = { user, isDryRun, data }
    const question = { method: 'POST', path: '/personal/import', body, answer: report } as const
    const schema = await queryRunning(config, question, io)
    io.write(
      isJson
        ? `${JSON.stringify({ user, isDryRun, ...schema })}\n`
        : reportText(user, schema, isDryRun),
    )
    return schema.problems.every(({ code }) => !REFUSED.has(code))
  } catch (error) {
    const isOfUser = !(error instanceof NotRunning) || error.hasRefused
    if (!isOfUser) throw error
    const message = faultText(error) ?? `what is there cannot be read (${messageOf(error)})`
    io.complain(`${user}: not taken over: ${message}\n`)
    return false
  }
}

/** A whole part is missing for these. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['too_many_documents', 'too_many_bytes', 'document_too_large', 'contact_changed'],
  'preferences_unreadable',
])

/** One line of it, without a stack. */
function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split('\n', 1)
    .join('')
}

/** What an administrator can mend; undefined for what no one expected. */
function faultText(error: unknown): string | undefined {
  if (error instanceof StoreUnavailable) {
    return error.cause instanceof Error ? `database: ${error.cause.message}` : error.message
  }
  const isKnown =
    error instanceof RoundcubeFault ||
    error instanceof SeveralUsers ||
    error instanceof NotRunning ||
    systemErrorCode(error) !== undefined
  return isKnown && error instanceof Error ? error.message : undefined
}
