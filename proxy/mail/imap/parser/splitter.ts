import { ResponseTooLarge, type ResponseLimits } from './limits.ts'
import type { ResponseText } from './value-parser.ts'

const LINE_FEED = 0x0a

interface SplitterOptions {
  readonly limits: ResponseLimits
  /** Called with the joined lines without the last line end, one character per byte, and the literals. */
  readonly onResponse: (response: ResponseText) => void
}

/**
 * Cuts the byte stream of a server into responses: a line, and after each `{n}` at its end n bytes and
 * another line (RFC 9051 4.3). Its work grows with the bytes, however they are cut. Of a FETCH over a bound of
 * bytes the rest is passed by; for another response `push` throws ResponseTooLarge, before memory is taken for a literal
 * that is announced.
 */
export function createResponseSplitter({ limits, onResponse }: SplitterOptions): {
  push(chunk: Buffer): void
} {
  const started = createStartedLine()
  let lines: string[] = []
  let literals: Buffer[] = []
  let literal: { readonly bytes: Buffer; filled: number } | undefined
  let lineBytes = 0
  let literalBytes = 0
  let skipper: Skipper | undefined

  const endResponse = (last: string, isCut: boolean) => {
    const text = lines.length === 0 ? last : lines.join('') + last
    const response = { text, literals, ...(isCut ? { isCut: true as const } : {}) }
    lines = []
    literals = []
    lineBytes = 0
    literalBytes = 0
    if (text !== '') onResponse(response)
  }
  /** Throws when the response is none that may be cut. */
  const skip = (tooLarge: ResponseTooLarge): Skipper => {
    const prefix = lines[0] ?? started.beginning(MAX_FETCH_HEAD)
    if (!FETCH_START.test(prefix)) throw tooLarge
    lines.push(started.take())
    skipper = createSkipper(limits.maxSkippedBytes)
    return skipper
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
  const startLiteral = (bytes: number) => {
    literalBytes += bytes
    // Literals are values, and an empty one takes five bytes.
    if (literals.length >= limits.maxListItems) skip(tooManyLiterals(limits)).skipLiteral(bytes)
    else if (literalBytes > limits.maxLiteralBytes) {
      skip(tooLong('literals', limits.maxLiteralBytes)).skipLiteral(bytes)
    } else if (bytes === 0) literals.push(Buffer.alloc(0))
    else literal = { bytes: newLiteral(bytes), filled: 0 }
  }
  const endLine = (line: string) => {
    const announced = announcedLiteral(line)
    if (announced !== undefined && !(lines.length === 0 && STATUS_START.test(line))) {
      lines.push(line)
      startLiteral(announced)
      return
    }
    endResponse(withoutLineEnd(line), false)
  }
  /** One line, or as much of it as the chunk has. */
  const readLine = (chunk: Buffer, said: string, from: number, end: number) => {
    const isWhole = chunk[end - 1] === LINE_FEED
    lineBytes += end - from
    if (lineBytes > limits.maxLineBytes) {
      started.add(chunk.subarray(from, Math.max(from, end - (lineBytes - limits.maxLineBytes))))
      const skipping = skip(tooLong('lines', limits.maxLineBytes))
      if (skipping.readLine(chunk.subarray(from, end), isWhole)) endSkipping()
    } else if (!isWhole) started.add(chunk.subarray(from))
    else if (started.isEmpty) endLine(said.slice(from, end))
    else {
      started.add(chunk.subarray(from, end))
      endLine(started.take())
    }
  }
  const endSkipping = () => {
    skipper = undefined
    endResponse('', true)
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
        if (skipper?.isInLiteral === true) {
          position = skipper.passLiteral(chunk, position)
          continue
        }
        said ??= chunk.toString('latin1')
        const lineFeed = said.indexOf('\n', position)
        const end = lineFeed === -1 ? chunk.length : lineFeed + 1
        if (skipper === undefined) readLine(chunk, said, position, end)
        else if (skipper.readLine(chunk.subarray(position, end), lineFeed !== -1)) endSkipping()
        position = end
      }
    },
  }
}

/** What a response starts with of which the rest may be left out, and one whose text may end like a literal. */
const FETCH_START = /^\* \d{1,10} FETCH /i
const MAX_FETCH_HEAD = 32
const STATUS_START = /^\S{1,100} (?:OK|NO|BAD|BYE|PREAUTH) /i

/** Passes the rest of a response by. */
interface Skipper {
  readonly isInLiteral: boolean
  skipLiteral(bytes: number): void
  /** Where in the chunk the literal ends, or the chunk does. */
  passLiteral(chunk: Buffer, from: number): number
  /** A line or a piece of one; true when the response ends with it. */
  readLine(piece: Buffer, isWhole: boolean): boolean
}

/** The longest announcement of a literal, with its line end. */
const ANNOUNCEMENT_BYTES = 16

function createSkipper(maxBytes: number): Skipper {
  let left = maxBytes
  let literalLeft = 0
  let tail = ''
  const count = (bytes: number) => {
    left -= bytes
    if (left < 0)
      throw new ResponseTooLarge(`more than ${maxBytes} bytes over the bounds of one answer`)
  }
  const skipLiteral = (bytes: number) => {
    count(bytes)
    literalLeft = bytes
  }
  return {
    get isInLiteral() {
      return literalLeft > 0
    },
    skipLiteral,
    passLiteral: (chunk, from) => {
      const passed = Math.min(literalLeft, chunk.length - from)
      literalLeft -= passed
      return from + passed
    },
    readLine: (piece, isWhole) => {
      count(piece.length)
      tail = (
        tail + piece.toString('latin1', Math.max(0, piece.length - ANNOUNCEMENT_BYTES))
      ).slice(-ANNOUNCEMENT_BYTES)
      if (!isWhole) return false
      const announced = announcedLiteral(tail)
      tail = ''
      if (announced === undefined) return true
      skipLiteral(announced)
      return false
    },
  }
}

function withoutLineEnd(line: string): string {
  return line.endsWith('\r\n') ? line.slice(0, -2) : line.slice(0, -1)
}

/**
 * The begin of a line whose end has not come yet, as bytes in one buffer: a string joined from as many
 * pieces as a server cares to send would take 32 bytes for each.
 */
function createStartedLine() {
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
    beginning: (maxBytes: number): string =>
      bytes.toString('latin1', 0, Math.min(length, maxBytes)),
    /** What there is of the line; the next one starts empty. */
    take: (): string => {
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
