import { importProblem, type ImportProblem } from '../problem.ts'
import { logicalLines, type LogicalLine } from './logical-lines.ts'

/** The lines between BEGIN and END. */
export interface CardLines {
  readonly line: number
  readonly lines: readonly LogicalLine[]
}

export type CardOrProblem =
  | { readonly kind: 'card'; readonly card: CardLines }
  | { readonly kind: 'problem'; readonly problem: ImportProblem }
  /** Many lines were read, and no card has ended with them. */
  | { readonly kind: 'nothing' }

/** Lines without a card after which others get their turn: these take a millisecond. */
const LINES_AT_ONCE = 2_000

/** Properties of one card; address books write 10 to 50. */
const MAX_LINES = 1_000

const BEGIN = /^BEGIN\s*:\s*VCARD\s*$/i
const END = /^END\s*:\s*VCARD\s*$/i
/** vCard 2.1 puts the card of an agent inside of another one. */
const AGENT = /^(?:[A-Za-z0-9-]+\.)?AGENT\b[^:]*:\s*$/i

/** Cuts a file into its cards. What is no card, or half of one, is told with its line; the next one is read all the same. */
export function* cardsOf(file: Buffer): Generator<CardOrProblem> {
  let card: { readonly line: number; readonly lines: LogicalLine[] } | undefined
  let agents = 0
  let isOutsideTold = false
  let toldLine = 0

  for (const logical of logicalLines(file)) {
    const { line, bytes } = logical
    if (line - toldLine >= LINES_AT_ONCE) {
      toldLine = line
      yield { kind: 'nothing' }
    }
    if (bytes.trim() === '') continue
    if (BEGIN.test(bytes)) {
      if (card !== undefined && AGENT.test(card.lines.at(-1)?.bytes ?? '')) {
        agents += 1
        card.lines.pop()
        continue
      }
      if (card !== undefined) yield unended(card.line)
      card = { line, lines: [] }
      agents = 0
      isOutsideTold = false
    } else if (card === undefined) {
      if (!isOutsideTold) yield problemOf(importProblem(line, 'text_outside_cards', bytes))
      isOutsideTold = true
    } else if (END.test(bytes)) {
      if (agents > 0) {
        agents -= 1
        continue
      }
      yield card.lines.length > MAX_LINES
        ? problemOf(importProblem(card.line, 'card_too_long'))
        : { kind: 'card', card }
      card = undefined
    } else if (agents === 0 && card.lines.length <= MAX_LINES) card.lines.push(logical)
  }
  if (card !== undefined) yield unended(card.line)
}

function problemOf(problem: ImportProblem): CardOrProblem {
  return { kind: 'problem', problem }
}

function unended(line: number): CardOrProblem {
  return problemOf(importProblem(line, 'card_not_ended'))
}
