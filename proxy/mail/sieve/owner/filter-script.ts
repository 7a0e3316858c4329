import { FilterFault, orFilterFault } from '../filter-fault.ts'
import { parseScript } from '../language/parse.ts'
import { readRules } from '../rules/read-rules.ts'
import { writeRules } from '../rules/write-rules.ts'
import { forwardsIn } from './forwards.ts'

/** What is to become of a script: nothing, other rules, or another text. */
export type ScriptChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'entries'; readonly entries: Parameters<typeof writeRules>[1] }
  | { readonly kind: 'text'; readonly text: string }

/** A script as the page shows it, and who may get mail by it. */
export interface FilterScript {
  readonly text: string
  /** null: the text is no script. */
  readonly entries: ReturnType<typeof readRules> | null
  readonly forwards: readonly string[]
}

/**
 * Reads a script with its change made; what another program has stored may be no script, and can be mended as text. Takes time in
 * proportion to it: long ones are read in a thread (Parsing). Throws FilterFault for a change that makes none.
 */
export function readFilterScript(source: string, change: ScriptChange): FilterScript {
  try {
    return orFilterFault(() => scriptOf(changedText(source, change)))
  } catch (error) {
    if (change.kind !== 'none' || !(error instanceof FilterFault)) throw error
    return { text: source, entries: null, forwards: [] }
  }
}

function changedText(source: string, change: ScriptChange): string {
  if (change.kind === 'none') return source
  return change.kind === 'text' ? change.text : writeRules(parseScript(source), change.entries)
}

function scriptOf(text: string): FilterScript {
  const script = parseScript(text)
  return { text, entries: readRules(script), forwards: forwardsIn(script) }
}
