import { ResponseTooLarge, type ResponseLimits } from './limits.ts'

interface SplitterOptions {
  readonly limits: ResponseLimits
  /** Called with the joined lines without the last line end, one character per byte, and the literals. */
  readonly onResponse: (text: string, literals: readonly Buffer[]) => void
}

/**
 * Cuts the byte stream of a server into answers: a line, and after each `{n}` at its end n bytes and
 * another line (RFC 9051 4.3). Its work grows with the bytes, however they are cut. `push` throws
 * ResponseTooLarge, before memory is taken for a literal that is announced.
 */
export function createResponseSplitter({ limits, onResponse }: SplitterOptions): {
  push(chunk: Buffer): void
} {
  const begun = createBegunLine()
  let lines: string[] = []
  let literals: Buffer[] = []
  let literal: { readonly bytes: Buffer; filled: number } | undefined
  let lineBytes = 0
  let literalBytes = 0

  const countLine = (bytes: number) => {
    lineBytes += bytes
    if (lineBytes > limits.maxLineBytes) throw tooLong('lines', limits.maxLineBytes)
  }
  const fillLiteral = (chunk: Buffer, from: number, into: NonNullable<typeof literal>) => {
    const copied = chunk.copy(into.bytes, into.filled, from)
    into.filled += copied
    if (into.filled === into.bytes.length) {
      literals.push(into.bytes)
      literal = undefined
    }
    return from + copied
  }
  const beginLiteral = (bytes: number) => {
    literalBytes += bytes
    if (literalBytes > limits.maxLiteralBytes) throw tooLong('literals', limits.maxLiteralBytes)
    // Literals are values, and an empty one takes five bytes.
    if (literals.length >= limits.maxListItems) throw tooManyLiterals(limits)
    if (bytes === 0) literals.push(Buffer.alloc(0))
    else literal = { bytes: newLiteral(bytes), filled: 0 }
  }
  const endLine = (line: string) => {
    const announced = announcedLiteral(line)
    if (announced !== undefined) {
      lines.push(line)
      beginLiteral(announced)
      return
    }
    const last = line.endsWith('\r\n') ? line.slice(0, -2) : line.slice(0, -1)
    const whole = lines.length === 0 ? last : lines.join('') + last
    const itsLiterals = literals
    lines = []
    literals = []
    lineBytes = 0
    literalBytes = 0
    if (whole !== '') onResponse(whole, itsLiterals)
  }

  return {
    push: (chunk) => {
      // Decoded once, not line by line: with one character per byte, places are the same in both.
      let said: string | undefined
      let position = 0
      while (position < chunk.length) {
        if (literal !== undefined) {
          position = fillLiteral(chunk, position, literal)
          continue
        }
        said ??= chunk.toString('latin1')
        const lineFeed = said.indexOf('\n', position)
        const end = lineFeed === -1 ? chunk.length : lineFeed + 1
        countLine(end - position)
        if (lineFeed === -1) begun.add(chunk.subarray(position))
        else if (begun.isEmpty) endLine(said.slice(position, end))
        else endLine(begun.endWith(chunk.subarray(position, end)))
        position = end
      }
    },
  }
}

/**
 * The begin of a line whose end has not come yet, as bytes in one buffer: a string joined from as many
 * pieces as a server cares to send would take 32 bytes for each.
 */
function createBegunLine() {
  let bytes = Buffer.alloc(0)
  let length = 0
  const add = (piece: Buffer) => {
    if (length + piece.length > bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * (length + piece.length))
      bytes.copy(grown, 0, 0, length)
      bytes = grown
    }
    piece.copy(bytes, length)
    length += piece.length
  }
  return {
    get isEmpty() {
      return length === 0
    },
    add,
    /** The line, now whole; the next one begins empty. */
    endWith: (piece: Buffer): string => {
      add(piece)
      const text = bytes.toString('latin1', 0, length)
      bytes = Buffer.alloc(0)
      length = 0
      return text
    },
  }
}

/** Memory of its own, so that a body that is kept keeps nothing else; small ones come from the pool. */
function newLiteral(bytes: number): Buffer {
  return bytes <= MAX_POOLED_BYTES ? Buffer.allocUnsafe(bytes) : Buffer.allocUnsafeSlow(bytes)
}

const MAX_POOLED_BYTES = 512

function announcedLiteral(line: string): number | undefined {
  if (!line.endsWith('}\r\n') && !line.endsWith('}\n')) return undefined
  const digits = /\{(\d{1,10})\}\r?\n$/.exec(line.slice(-16))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function tooLong(what: 'lines' | 'literals', maxBytes: number): ResponseTooLarge {
  return new ResponseTooLarge(`more than ${maxBytes} bytes in the ${what} of one answer`)
}

function tooManyLiterals({ maxListItems }: ResponseLimits): ResponseTooLarge {
  return new ResponseTooLarge(`more than ${maxListItems} values`)
}
