import { z } from 'zod'
import { liveSessionList } from '../admin/status/live-sessions.ts'
import { durationText } from '../admin/status/elements.ts'
import { UsageFault, type CommandIo, readArguments, configFileOf } from './command/command.ts'
import { queryRunning, whileRunning } from './running-process.ts'

const USAGE = `Usage: postern sessions list [--config FILE] [--json]
       postern sessions revoke NAME [--config FILE]
       postern sessions retry [--config FILE]

  list     who is signed in, most recently used first
  revoke   end all sessions of a login name, or the one session of that id, for good
  retry    offer what the database refused for good to it again, once its table is mended
`

const retryResponse = z.object({ retried: z.number() })
const revokeResponse = z.object({ revoked: z.number(), isComplete: z.boolean() })

/** `postern sessions`: queries the running process, which alone may write its spool. */
export async function sessions(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    { config: { type: 'string' }, json: { type: 'boolean', default: false } },
    USAGE,
  )
  const config = configFileOf(values.config, USAGE)
  const [verb, name, ...rest] = positionals
  if (rest.length > 0) throw new UsageFault(USAGE)
  if (verb === 'list' && name === undefined) {
    return whileRunning(io, () => list(config, values.json, io))
  }
  if (verb === 'revoke' && name !== undefined) {
    return whileRunning(io, () => revoke(config, name, io))
  }
  if (verb === 'retry' && name === undefined) {
    return whileRunning(io, () => retry(config, io))
  }
  throw new UsageFault(USAGE)
}

async function list(config: string, isJson: boolean, io: CommandIo): Promise<number> {
  const question = { method: 'GET', path: '/sessions', answer: liveSessionList } as const
  const schema = await queryRunning(config, question, io)
  if (isJson) {
    io.write(`${JSON.stringify(schema, undefined, 2)}\n`)
    return 0
  }
  const at = io.now()
  const rows = schema.sessions.map((session) => [
    session.shortId,
    printableName(session.user),
    session.webmail,
    session.ip,
    durationText(at - session.since),
    durationText(at - session.usedAt),
  ])
  io.write(columns([['SESSION', 'USER', 'WEBMAIL', 'ADDRESS', 'SINCE', 'UNUSED FOR'], ...rows]))
  if (!schema.isComplete) io.complain('incomplete: the database did not tell all of them\n')
  return 0
}

async function revoke(config: string, name: string, io: CommandIo): Promise<number> {
  const { revoked, isComplete } = await queryRunning(
    config,
    { method: 'POST', path: '/sessions/revoke', body: { session: name }, answer: revokeResponse },
    io,
  )
  io.write(`${revoked} ${revoked === 1 ? 'session' : 'sessions'} ended\n`)
  if (!isComplete) io.complain('incomplete: the database did not tell all of them; run it again\n')
  return revoked > 0 && isComplete ? 0 : 1
}

async function retry(config: string, io: CommandIo): Promise<number> {
  const question = {
    method: 'POST',
    path: '/sessions/retry',
    body: {},
    answer: retryResponse,
  } as const
  const { retried } = await queryRunning(config, question, io)
  io.write(`${retried} ${retried === 1 ? 'row' : 'rows'} offered to the database again\n`)
  return 0
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    // There may be more rows than a call may have arguments.
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return `${rows.map(line).join('\n')}\n`
}

/** A login name comes from outside: nothing in it may steer the terminal. */
function printableName(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, '?')
}
