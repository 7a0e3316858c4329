import type { Script } from '../language/syntax.ts'
import { extensionsOf, requireIn } from './require.ts'
import { printRule } from './print-rule.ts'
import { readEntries } from './read-rules.ts'
import type { Rule, RuleEntry } from './rule.ts'
import { RuleFault, findRuleFault } from './rule-fault.ts'

/**
 * The script with these entries in this order. An entry that was read from `script` and says the same keeps its bytes wherever
 * it goes; a rule that is new or says something else is written in Roundcube's form, and `require` names what it needs.
 * Throws RuleFault for a rule that can not be written. Blocks are taken as they are: the server judges them.
 */
export function writeRules(script: Script, entries: readonly RuleEntry[]): string {
  const { source } = script
  const read = readEntries(script)
  const lineEnd = /\r?\n/.exec(source)?.[0] === '\r\n' ? '\r\n' : '\n'
  const extensions: string[] = []
  const print = (rule: Rule) => {
    const fault = findRuleFault(rule)
    if (fault !== undefined) throw new RuleFault(fault, rule.name)
    const printed = printRule(rule, lineEnd)
    if (read.mayRefer && printed.includes('${'))
      throw new RuleFault('variable_reference', rule.name)
    extensions.push(...extensionsOf(rule))
    return printed
  }
  const pieceOf = (entry: RuleEntry): Piece => {
    const place = entry.place ?? -1
    const [before, segment] = [read.entries[place], read.segments[place]]
    const own = segment === undefined ? '' : source.slice(segment.start, segment.end)
    if (entry.kind === 'block') return { entry, text: entry.text, isAsRead: entry.text === own }
    if (before?.kind !== 'rule' || segment === undefined)
      return { entry, text: print(entry.rule) + lineEnd, isAsRead: false }
    if (printRule(before.rule, lineEnd) === printRule(entry.rule, lineEnd))
      return { entry, text: own, isAsRead: true }
    const { start, end, body } = segment
    const text = source.slice(start, body.start) + print(entry.rule) + source.slice(body.end, end)
    return { entry, text, isAsRead: false }
  }
  const pieces = entries.map(pieceOf)
  const prologue = requireIn(script, source.slice(0, read.prologueEnd), { extensions, lineEnd })
  return prologue + join(prologue, pieces, lineEnd) + source.slice(read.epilogueStart)
}

interface Piece {
  readonly entry: RuleEntry
  readonly text: string
  readonly isAsRead: boolean
}

/** What stood behind each other is joined as it was; else each piece starts on a line of its own. */
function join(prologue: string, pieces: readonly Piece[], lineEnd: string): string {
  let endsLine = prologue === '' || prologue.endsWith('\n')
  let before: Piece | undefined
  const texts: string[] = []
  for (const piece of pieces) {
    const isAsRead = piece.isAsRead && before?.isAsRead !== false
    const wasNext = isAsRead && piece.entry.place === (before?.entry.place ?? -1) + 1
    // A comment right above a rule without a name would be taken for it.
    const isNamed = piece.entry.kind === 'block' || piece.entry.rule.name !== ''
    const isNameable = before?.entry.kind === 'block' && !isNamed
    if (!wasNext && (!endsLine || isNameable)) texts.push(lineEnd)
    texts.push(piece.text)
    if (piece.text !== '') endsLine = piece.text.endsWith('\n')
    before = piece
  }
  return texts.join('')
}
