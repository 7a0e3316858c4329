import { z } from 'zod'
import { type CommandIo, configFileOf, readArguments, UsageFault } from './command/command.ts'
import { queryRunning, whileRunning } from './running-process.ts'

const EXPORT_USAGE = `Usage: postern export USER [--config FILE]

  Writes what the login name keeps here (settings, identities, contacts), as JSON. Mail is not among it.
`

const DELETE_USAGE = `Usage: postern delete USER --yes [--config FILE]

  Ends all sessions of the login name and removes for good what it keeps here. Mail, and the record of the last
  sign-in, stay. Make an export first: there is no way back.
`

const exported = z.object({
  user: z.string(),
  mailHost: z.string(),
  documents: z.record(z.string(), z.array(z.unknown())),
})
const deleted = z.object({ removed: z.number(), ended: z.number(), isComplete: z.boolean() })

/** `postern export`: a user's data, asked of the running process, which alone may read its spool. */
export async function exportPersonal(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, { config: { type: 'string' } }, EXPORT_USAGE)
  const user = onlyName(positionals, EXPORT_USAGE)
  const config = configFileOf(values.config, EXPORT_USAGE)
  return whileRunning(io, async () => {
    const schema = await queryRunning(
      config,
      { method: 'POST', path: '/personal/export', body: { user }, answer: exported },
      io,
    )
    io.write(`${JSON.stringify(schema, undefined, 2)}\n`)
    if (Object.keys(schema.documents).length > 0) return 0
    io.complain(`nothing is kept of ${JSON.stringify(user)}\n`)
    return 1
  })
}

/** `postern delete`: a user's data goes, with their sessions. */
export async function deletePersonal(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    { config: { type: 'string' }, yes: { type: 'boolean', default: false } },
    DELETE_USAGE,
  )
  const user = onlyName(positionals, DELETE_USAGE)
  if (!values.yes) throw new UsageFault(DELETE_USAGE)
  const config = configFileOf(values.config, DELETE_USAGE)
  return whileRunning(io, async () => {
    const { removed, ended, isComplete } = await queryRunning(
      config,
      { method: 'POST', path: '/personal/delete', body: { user }, answer: deleted },
      io,
    )
    io.write(`${removed} documents removed, ${ended} sessions ended\n`)
    if (!isComplete)
      io.complain('incomplete: the database did not tell all sessions; run it again\n')
    return isComplete ? 0 : 1
  })
}

function onlyName(positionals: readonly string[], usage: string): string {
  const [user, ...rest] = positionals
  if (user === undefined || rest.length > 0) throw new UsageFault(usage)
  return user
}
