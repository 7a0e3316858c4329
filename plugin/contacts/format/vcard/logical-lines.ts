/** A line of a file after unfolding (RFC 6350 3.2), still in bytes: one character each. */
export interface LogicalLine {
  /** Where it starts in the file, from 1. */
  readonly line: number
  readonly bytes: string
}

/** Unfolding of vCard 2.1 keeps the white space of the continuation; later versions fold anywhere. */
const VERSION_2 = /^VERSION\s*:\s*2\.1\s*$/i
const VERSION = /^VERSION\s*:/i
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i
/** Lines of one that was folded: a picture of a megabyte has 14,000. What follows is another line, and no property. */
const MAX_PIECES = 20_000
/** Looked through for the encoding: longer than the names and parameters of any property. */
const MAX_HEAD_CHARS = 2_000

/**
 * Joins what was folded, before any charset is looked at: a line may be folded inside of a character. Also joins
 * the soft line breaks of quoted-printable, which are vCard 2.1's own (RFC 2045 6.7). Linear in the file.
 */
export function* logicalLines(file: Buffer): Generator<LogicalLine> {
  let version2 = false
  let started: StartedLine | undefined
  let isSoft = false

  for (const { line, bytes } of physicalLines(file)) {
    const goesOn = started !== undefined && started.pieces.length < MAX_PIECES
    if (started !== undefined && goesOn && isSoft) {
      started.pieces.push(bytes)
    } else if (started !== undefined && goesOn && /^[ \t]/.test(bytes)) {
      started.pieces.push(version2 ? bytes : bytes.slice(1))
    } else {
      if (started !== undefined) yield { line: started.line, bytes: started.pieces.join('') }
      started = { line, pieces: [bytes], isQuotedPrintable: isQuotedPrintable(bytes) }
      if (VERSION.test(bytes)) version2 = VERSION_2.test(bytes)
    }
    isSoft = started.isQuotedPrintable && endsSoftly(started.pieces)
  }
  if (started !== undefined) yield { line: started.line, bytes: started.pieces.join('') }
}

interface StartedLine {
  readonly line: number
  readonly pieces: string[]
  readonly isQuotedPrintable: boolean
}

function isQuotedPrintable(bytes: string): boolean {
  const head = bytes.slice(0, MAX_HEAD_CHARS)
  const colon = head.indexOf(':')
  return colon !== -1 && QUOTED_PRINTABLE.test(head.slice(0, colon))
}

/** Takes the `=` of a soft line break off, where there is one. */
function endsSoftly(pieces: string[]): boolean {
  const last = pieces.at(-1) ?? ''
  if (!last.endsWith('=')) return false
  pieces[pieces.length - 1] = last.slice(0, -1)
  return true
}

function* physicalLines(file: Buffer): Generator<LogicalLine> {
  let line = 1
  for (let at = 0; at < file.length; line += 1) {
    const end = file.indexOf(0x0a, at)
    const stop = end === -1 ? file.length : end
    const isCrlf = stop > at && file[stop - 1] === 0x0d
    yield { line, bytes: file.toString('latin1', at, isCrlf ? stop - 1 : stop) }
    at = stop + 1
  }
}
