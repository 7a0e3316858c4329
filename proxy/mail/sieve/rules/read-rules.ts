import type { Script } from '../language/syntax.ts'
import { hasReferences } from './require.ts'
import { managingPrograms } from './managing-program.ts'
import type { ReadEntry, Rule } from './rule.ts'
import { segmentScript, type Segment } from './segments.ts'
import { understandRule } from './understand-rule.ts'

/**
 * The rules of a script in their order, and as blocks what no rule stands for. `require` and comments before its end are no
 * entry. Reads the forms of Roundcube, SnappyMail, Nextcloud Mail and Ingo; takes time in proportion to the script.
 */
export function readRules(script: Script): readonly ReadEntry[] {
  return readEntries(script).entries
}

/** The entries with the pieces of the source that they stand for, at the same places. */
export function readEntries(script: Script) {
  const segmented = segmentScript(script)
  const { segments } = segmented
  const programs = managingPrograms(script, segments)
  const mayRefer = hasReferences(script)
  const entries = segments.map((segment, place): ReadEntry => {
    const rule = ruleIn(script, segment, mayRefer)
    const managedBy = programs[place]
    if (rule !== undefined) return { kind: 'rule', place, rule, managedBy }
    const text = script.source.slice(segment.start, segment.end)
    return { kind: 'block', place, text, managedBy }
  })
  return { ...segmented, entries, mayRefer }
}

/** A value that is put together when the script runs is none that a person could edit. */
function ruleIn(script: Script, segment: Segment, mayRefer: boolean): Rule | undefined {
  const { start, end } = segment.body
  if (mayRefer && script.source.slice(start, end).includes('${')) return undefined
  return understandRule(script, segment)
}
