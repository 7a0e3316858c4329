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

/** Of a line that starts or ends a card. */
const MAX_MARK_CHARS = 100

/** Properties of one card; address books write 10 to 50. */
const MAX_LINES = 1_000

/** Files that were joined have a mark of UTF-8 before it, in bytes. */
const BEGIN = /^(?:\xef\xbb\xbf)?BEGIN\s*:\s*VCARD\s*$/i
const END = /^END\s*:\s*VCARD\s*$/i
/** The last line of a file without an end, and the first one of the next. */
const END_AND_BEGIN = /^(END\s*:\s*VCARD)[\s\xef\xbb\xbf]*(BEGIN\s*:\s*VCARD\s*)$/i
/** vCard 2.1 puts the card of an agent inside of another one. */
const AGENT = /^(?:[A-Za-z0-9-]+\.)?AGENT\b[^:]*:\s*$/i

/**
 * Cuts a file into its cards. What is no card is told with its line, and a card without an end is one as far as it goes, which is
 * told as well; the next one is read all the same.
 */
export function* cardsOf(file: Buffer): Generator<CardOrProblem> {
  let card: { readonly line: number; readonly lines: LogicalLine[] } | undefined
  let agents = 0
  let isOutsideReported = false
  let reportedLine = 0

  for (const logical of linesOf(file)) {
    const { line, bytes } = logical
    if (line - reportedLine >= LINES_AT_ONCE) {
      reportedLine = line
      yield { kind: 'nothing' }
    }
    if (bytes.trim() === '') continue
    if (BEGIN.test(bytes)) {
      if (card !== undefined && AGENT.test(card.lines.at(-1)?.bytes ?? '')) {
        agents += 1
        card.lines.pop()
        continue
      }
      if (card !== undefined) yield* unended(card)
      card = { line, lines: [] }
      agents = 0
      isOutsideReported = false
    } else if (card === undefined) {
      if (!isOutsideReported) yield problemOf(importProblem(line, 'text_outside_cards', bytes))
      isOutsideReported = true
    } else if (END.test(bytes)) {
      if (agents > 0) {
        agents -= 1
        continue
      }
      yield whole(card)
      card = undefined
    } else if (agents === 0 && card.lines.length <= MAX_LINES) card.lines.push(logical)
  }
  if (card !== undefined) yield* unended(card)
}

/** Two that stand in one line come apart; no other line has both. */
function* linesOf(file: Buffer): Generator<LogicalLine> {
  for (const logical of logicalLines(file)) {
    const [, end, beginning] =
      logical.bytes.length > MAX_MARK_CHARS ? [] : (END_AND_BEGIN.exec(logical.bytes) ?? [])
    if (end === undefined || beginning === undefined) yield logical
    else yield* [end, beginning].map((bytes) => ({ ...logical, bytes }))
  }
}

function whole(card: CardLines): CardOrProblem {
  if (card.lines.length <= MAX_LINES) return { kind: 'card', card }
  return problemOf(importProblem(card.line, 'card_too_long'))
}

function problemOf(problem: ImportProblem): CardOrProblem {
  return { kind: 'problem', problem }
}

function* unended(card: CardLines): Generator<CardOrProblem> {
  yield problemOf(importProblem(card.line, 'card_not_ended'))
  if (card.lines.length > 0) yield whole(card)
}
