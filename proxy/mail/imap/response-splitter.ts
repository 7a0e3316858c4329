import { ImapProtocolError } from './response.ts'

interface SplitterOptions {
  /** One answer with all its literals; a server that sends more is cut off. */
  readonly maxResponseBytes: number
  /** Called with the joined lines without the last line end, one character per byte, and the literals. */
  readonly onResponse: (text: string, literals: readonly Buffer[]) => void
}

/**
 * Cuts the byte stream of a server into answers: a line, and after each `{n}` at its end n bytes and
 * another line (RFC 9051 4.3). `push` throws ImapProtocolError.
 */
export function createResponseSplitter({ maxResponseBytes, onResponse }: SplitterOptions): {
  push(chunk: Buffer): void
} {
  let text = ''
  let literals: Buffer[] = []
  let literal: { readonly bytes: Buffer; filled: number } | undefined
  let size = 0

  const count = (bytes: number) => {
    size += bytes
    if (size > maxResponseBytes) throw new ImapProtocolError('an answer exceeds its limit')
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
  const endLine = () => {
    const announced = announcedLiteral(text)
    if (announced !== undefined) {
      count(announced)
      if (announced === 0) literals.push(Buffer.alloc(0))
      else literal = { bytes: Buffer.allocUnsafeSlow(announced), filled: 0 }
      return
    }
    const whole = text.endsWith('\r\n') ? text.slice(0, -2) : text.slice(0, -1)
    const itsLiterals = literals
    text = ''
    literals = []
    size = 0
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
        count(end - position)
        text += said.slice(position, end)
        position = end
        if (lineFeed !== -1) endLine()
      }
    },
  }
}

function announcedLiteral(text: string): number | undefined {
  if (!text.endsWith('}\r\n') && !text.endsWith('}\n')) return undefined
  const digits = /\{(\d{1,10})\}\r?\n$/.exec(text.slice(-16))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
