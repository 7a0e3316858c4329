import type { CommandNode, CommentNode, Script, Span } from '../language/syntax.ts'
import { FOLLOWERS } from '../language/vocabulary.ts'
import { commentFrom, commentsWithin } from './comments.ts'
import { requireCommandsOf } from './require.ts'
import { isFilterEnd, isFilterStart, isRoundcubeName } from './rule-name.ts'

/**
 * A piece of a script that is moved, removed or written anew as a whole. The pieces behind each other, after the prologue and
 * before the epilogue, are the source to the byte.
 */
export interface Segment extends Span {
  /** An `if` with what follows from it, or commands without a comment between them; none: comments only. */
  readonly commands: readonly CommandNode[]
  /** The comment that names what is below it. */
  readonly heading: CommentNode | undefined
  /** What a rule is written in place of: from the heading to the last command, or what else belongs to it. */
  readonly body: Span
}

export interface SegmentedScript {
  /** Where the `require` commands, and what is around them, end. */
  readonly prologueEnd: number
  readonly segments: readonly Segment[]
  /** Where blanks at the end start. */
  readonly epilogueStart: number
}

/** Cuts a script into what its entries stand for. */
export function segmentScript(script: Script): SegmentedScript {
  const { source, commands } = script
  const required = requireCommandsOf(script)
  const lastRequire = required.at(-1)
  const prologueEnd = lastRequire === undefined ? 0 : lineEndBehind(script, lastRequire.end)
  const segments: Segment[] = []
  let at = prologueEnd
  const addComments = (end: number) => {
    const own = commentsWithin(script, { start: at, end })
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) return
    const body = { start: first.start, end: last.end }
    segments.push({ commands: [], heading: undefined, body, start: at, end })
    at = end
  }
  for (const group of groupsOf(commands.slice(required.length), script)) {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) continue
    const before = commentsWithin(script, { start: at, end: first.start })
    const heading = headingOf(source, before, first)
    const bodyStart = heading?.start ?? first.start
    // What is farther above belongs to nothing.
    addComments(bodyStart)
    const bodyEnd = closingEnd(script, heading, last.end)
    const end = lineEndBehind(script, bodyEnd)
    const body = { start: bodyStart, end: bodyEnd }
    segments.push({ commands: group, heading, body, start: at, end })
    at = end
  }
  const lastComment = commentsWithin(script, { start: at, end: source.length }).at(-1)
  if (lastComment !== undefined) addComments(lineEndBehind(script, lastComment.end))
  return { prologueEnd, segments, epilogueStart: at }
}

/** Commands that make one entry. */
function groupsOf(
  commands: readonly CommandNode[],
  script: Script,
): readonly (readonly CommandNode[])[] {
  const groups: CommandNode[][] = []
  for (const command of commands) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    const isBranch = FOLLOWERS.includes(command.name)
    const isPlain = command.block === undefined && before?.block === undefined
    const gap = { start: before?.end ?? 0, end: command.start }
    if (group !== undefined && (isBranch || (isPlain && commentsWithin(script, gap).length === 0)))
      group.push(command)
    else groups.push([command])
  }
  return groups
}

/** What programs write for themselves, which names nothing: marks of areas, `### ...`, and JSON behind a word. */
const MACHINE_LINE = /^#|^ [A-Z]+: [[{]/

function headingOf(
  source: string,
  before: readonly CommentNode[],
  command: Span,
): CommentNode | undefined {
  const [last, farther] = before.slice(-2).reverse()
  if (last === undefined) return undefined
  if (!last.isLine) return isFilterStart(last) ? last : undefined
  if (!isDirectlyAbove(source, last, command) || !isText(last)) return undefined
  if (isRoundcubeName(last)) return last
  // One line names what is below it; several are a text about it, or what was a rule once.
  const isOneOfSeveral =
    farther !== undefined && isText(farther) && isDirectlyAbove(source, farther, last)
  return isOneOfSeveral ? undefined : last
}

function isText({ text }: CommentNode): boolean {
  return text.trim() !== '' && !MACHINE_LINE.test(text)
}

function isDirectlyAbove(source: string, upper: Span, lower: Span): boolean {
  return /^[ \t]*\r?\n[ \t]*$/.test(source.slice(upper.end, lower.start))
}

/** Behind SnappyMail's end of a filter, where the heading is its beginning. */
function closingEnd(script: Script, heading: CommentNode | undefined, end: number): number {
  if (heading?.isLine !== false) return end
  const next = commentFrom(script, end)
  if (next === undefined || !isFilterEnd(next)) return end
  return script.source.slice(end, next.start).trim() === '' ? next.end : end
}

const LINE_REST = /[ \t]*(\r?\n)?/y

/** The beginning of the next line, where nothing but comments is between; else the offset itself. */
function lineEndBehind(script: Script, offset: number): number {
  for (let at = offset; ;) {
    LINE_REST.lastIndex = at
    const [rest = '', lineEnd] = LINE_REST.exec(script.source) ?? []
    const next = at + rest.length
    if (lineEnd !== undefined || next === script.source.length) return next
    const comment = commentFrom(script, next)
    if (comment?.start !== next || comment.text.includes('\n')) return offset
    at = comment.end
  }
}
