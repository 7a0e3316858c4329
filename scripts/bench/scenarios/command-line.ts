import { parseArgs } from 'node:util'
import { z } from 'zod'

export const parts = [
  'floor',
  'login',
  'list',
  'cold',
  'getunread',
  'refresh',
  'imap',
  'hold',
  'push',
  'page',
  'sessions',
  'roundcube',
  'contacts',
] as const

/** A part of the benchmark that `--only` can name. */
export type Part = (typeof parts)[number]

/** What the command line asks for. */
export interface BenchOptions {
  readonly isQuick: boolean
  readonly parts: ReadonlySet<Part>
  readonly withRoundcube: boolean
  readonly jsonFile: string | undefined
  /** Length of `hold`. */
  readonly holdSeconds: number
}

export const usage = `Usage: npm run bench -- [--quick] [--only PART,...] [--no-roundcube] [--hold-seconds N] [--json FILE]

  --quick           one short round instead of three
  --only            ${parts.join(', ')}
  --no-roundcube    measure Postern alone
  --hold-seconds    length of hold; 120, or 30 with --quick
  --json            write the results to a file as well
`

const only = z.array(z.enum(parts))
const seconds = z.coerce.number().int().min(5).max(86_400)

/** Reads the arguments. Throws with a text for the person when they are not understood. */
export function readCommandLine(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      'no-roundcube': { type: 'boolean', default: false },
      'hold-seconds': { type: 'string' },
      json: { type: 'string' },
    },
  })
  const isQuick = values.quick
  return {
    isQuick,
    parts: new Set(only.parse(values.only?.split(',') ?? parts)),
    withRoundcube: !values['no-roundcube'],
    jsonFile: values.json,
    holdSeconds: seconds.parse(values['hold-seconds'] ?? (isQuick ? 30 : 120)),
  }
}
