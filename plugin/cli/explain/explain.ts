import { dirname, join } from 'node:path'
import { loadConfig } from '../../config/config.ts'
import { type CommandIo, configFileOf, readArguments, UsageFault } from '../command/command.ts'
import { createEvidenceCollector, type EvidenceCollector } from './evidence.ts'
import { explanationOf, type Explanation } from './explanation.ts'
import { readJournal, readLastLines } from './last-lines.ts'

const USAGE = `Usage: postern explain ID [--config FILE] [--log FILE] [--unit NAME] [--json]

  Prints all that is known of a request: who, when, where its time went, which limit it met, what to do.
  ID is the reference that people see, eight hexadecimal digits.

  --log FILE    the operational log; by default output.log beside the error log, and the journal
  --unit NAME   the unit whose journal is read (postern.service)
  --json        for programs

  Reads the last 64 MiB of the error log, of the operational log and of what a rotation left of them (.1), and the
  last 300,000 lines of 48 hours of the journal. Exit code 0: found, 1: nothing is known of it.
`

const MAX_BYTES = 64 * 1024 * 1024
const JOURNAL_HOURS = 48
const JOURNAL_LINES = 300_000

/** `postern explain`: reads logs only, so it works while Postern is down. */
export async function explain(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      config: { type: 'string' },
      log: { type: 'string' },
      unit: { type: 'string', default: 'postern.service' },
      json: { type: 'boolean', default: false },
    },
    USAGE,
  )
  const file = configFileOf(values.config, USAGE)
  const [requestId = '', ...rest] = positionals
  if (rest.length > 0 || !/^[0-9a-f]{8}$/.test(requestId)) throw new UsageFault(USAGE)
  const { errorLog, webmail, log } = await loadConfig(file, io.environment)
  const collector = createEvidenceCollector(requestId, webmail.timeZone)
  const sources = [
    ...(await readFileWithRotated(errorLog, (line) => collector.errorLine(line))),
    ...(await readOperationalLog({ errorLog, log: values.log, unit: values.unit }, collector)),
  ]
  const explanation = explanationOf(requestId, collector.found())
  if (explanation === undefined) {
    io.complain(`nothing is known of ${requestId}; read: ${sources.join(', ') || 'nothing'}\n`)
    io.complain(
      `A refused request has a line where log.level is info or debug, one that was answered in time only at debug; here it is ${log.level}.\n`,
    )
    return 1
  }
  io.write(values.json ? `${JSON.stringify(explanation, undefined, 2)}\n` : textOf(explanation))
  return 0
}

async function readFileWithRotated(
  path: string,
  onLine: (line: string) => void,
): Promise<readonly string[]> {
  const read: string[] = []
  for (const name of [`${path}.1`, path]) {
    if (await readLastLines(name, MAX_BYTES, onLine)) read.push(name)
  }
  return read
}

interface LogPositions {
  readonly errorLog: string
  readonly log: string | undefined
  readonly unit: string
}

async function readOperationalLog(
  { errorLog, log, unit }: LogPositions,
  collector: EvidenceCollector,
): Promise<readonly string[]> {
  const onLine = (line: string) => collector.operationalLine(line)
  const file = log ?? join(dirname(errorLog), 'output.log')
  const read = await readFileWithRotated(file, onLine)
  if (log !== undefined) return read
  const journal = { unit, hours: JOURNAL_HOURS, maxLines: JOURNAL_LINES }
  // Also where there is such a file: it may be of a time without systemd.
  return (await readJournal(journal, onLine)) ? [...read, `the journal of ${unit}`] : read
}

function textOf(explanation: Explanation): string {
  const { requestId, at, user, ip, action, request, outcome, ms, phases, causes } = explanation
  const spent = Object.entries(phases).map(([phase, took]) => `${phase} ${took} ms`)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['request', requestId],
    ['when', at],
    ['who', [user, ip].filter((part) => part !== undefined).join(' from ')],
    ['asked', [action, request].filter((part) => part !== undefined).join(': ')],
    ['outcome', ms === undefined ? outcome : `${outcome} after ${ms} ms`],
    ['time', spent.join(', ')],
    ...causes.flatMap(({ what, setting, advice }) => [
      ['cause', what] as const,
      ['setting', setting] as const,
      ['to do', advice] as const,
    ]),
    ...(causes.length === 0 ? [['cause', noCause(explanation)] as const] : []),
  ]
  const table = rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name.padEnd(9)} ${printableText(value ?? '')}`)
  return [
    ...table,
    ...section('error log', explanation.errorLines),
    ...section('both logs at that time, of no request', explanation.atThatTime),
    '',
  ].join('\n')
}

function noCause({ errorLines }: Explanation): string {
  return errorLines.length === 0
    ? 'none: nothing went wrong'
    : 'not known: its line of the operational log, which names it, was not found'
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : ['', `${title}:`, ...lines.map((line) => `  ${printableText(line)}`)]
}

/** Names and paths come from outside: nothing in them may steer the terminal. */
function printableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
}
