import { parseArgs } from 'node:util'
import { z } from 'zod'

export const parts = [
  'login',
  'list',
  'cold',
  'getunread',
  'refresh',
  'imap',
  'hold',
  'push',
  'page',
  'open',
  'sessions',
  'roundcube',
  'idle-tabs',
  'contacts',
] as const

/** A part of the benchmark that `--only` can name. */
export type Part = (typeof parts)[number]

/** What the command line requests. */
export interface BenchOptions {
  readonly isQuick: boolean
  readonly parts: ReadonlySet<Part>
  readonly withRoundcube: boolean
  readonly jsonFile: string | undefined
  /** Length of `hold`. */
  readonly holdSeconds: number
  readonly idleTabs: IdleTabsPlan
}

/** How many tabs are left open for how long. */
export interface IdleTabsPlan {
  readonly tabs: number
  readonly minutes: number
}

export const usage = `Usage: npm run bench -- [--quick] [--only PART,...] [--no-roundcube] [--hold-seconds N] [--idle-tabs N] [--idle-minutes N]
                        [--json FILE]

  --quick           one short round instead of three
  --only            ${parts.join(', ')}
  --no-roundcube    measure Postern alone
  --hold-seconds    length of hold; 120, or 30 with --quick
  --idle-tabs       tabs of each webmail in idle-tabs; 100
  --idle-minutes    length of idle-tabs; 10, or 2 with --quick
  --json            write the results to a file as well
`

const only = z.array(z.enum(parts))
const seconds = z.coerce.number().int().min(5).max(86_400)
const minutes = z.coerce.number().int().min(1).max(1_440)
/** Each webmail has users of its own, of 2,000. */
const tabs = z.coerce.number().int().min(1).max(600)

/** Reads the arguments. Throws with a text for the user when they are not understood. */
export function readCommandLine(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      'no-roundcube': { type: 'boolean', default: false },
      'hold-seconds': { type: 'string' },
      'idle-tabs': { type: 'string', default: '100' },
      'idle-minutes': { type: 'string' },
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
    idleTabs: {
      tabs: tabs.parse(values['idle-tabs']),
      minutes: minutes.parse(values['idle-minutes'] ?? (isQuick ? 2 : 10)),
    },
  }
}
