import { parseScript } from '../language/parse.ts'
import { ScriptFault, type ScriptFinding } from '../language/script-fault.ts'
import { readRules } from '../rules/read-rules.ts'
import { RuleFault, type RuleFaultCode } from '../rules/rule-fault.ts'
import { writeRules } from '../rules/write-rules.ts'
import { forwardsIn } from './forwards.ts'

type Entries = Parameters<typeof writeRules>[1]

/** What is to become of a script: nothing, other rules, or another text. */
export type ScriptChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'entries'; readonly entries: Entries }
  | { readonly kind: 'text'; readonly text: string }

/** A script as the page shows it, and who may get mail by it. */
export interface FilterScript {
  readonly text: string
  /** null: the text is no script. */
  readonly entries: ReturnType<typeof readRules> | null
  readonly forwards: readonly string[]
}

/** Why a change makes no script: values, since they come out of a thread. */
export type FilterScriptFault =
  | ({ readonly kind: 'script-fault' } & ScriptFinding)
  | { readonly kind: 'rule-fault'; readonly code: RuleFaultCode; readonly rule: string }

/** Reads a script with its change made. Takes time in proportion to it: long ones are read in a thread (Parsing). */
export function readFilterScript(
  source: string,
  change: ScriptChange,
): FilterScript | FilterScriptFault {
  try {
    if (change.kind === 'none') return asItIs(source)
    const text =
      change.kind === 'text' ? change.text : writeRules(parseScript(source), change.entries)
    const script = parseScript(text)
    return { text, entries: readRules(script), forwards: forwardsIn(script) }
  } catch (error) {
    if (error instanceof RuleFault)
      return { kind: 'rule-fault', code: error.code, rule: error.rule }
    if (!(error instanceof ScriptFault)) throw error
    const { code, subject, line, column } = error
    return { kind: 'script-fault', code, subject, line, column }
  }
}

/** What another program has stored may be no script: it can be mended as text. */
function asItIs(text: string): FilterScript {
  try {
    const script = parseScript(text)
    return { text, entries: readRules(script), forwards: forwardsIn(script) }
  } catch (error) {
    if (error instanceof ScriptFault) return { text, entries: null, forwards: [] }
    throw error
  }
}

/** Throws RuleFault or ScriptFault for a change that made none. */
export function orScriptFault(read: FilterScript | FilterScriptFault): FilterScript {
  if (!('kind' in read)) return read
  if (read.kind === 'rule-fault') throw new RuleFault(read.code, read.rule)
  throw new ScriptFault(read.code, read.subject, read)
}
