import { base64Decoder } from './base64-decoder.ts'
import type { PiecewiseDecoder } from './piecewise-decoder.ts'
import { uuDecoder } from './uuencode.ts'

const NOTHING = Buffer.alloc(0)

/** A decoder for a Content-Transfer-Encoding (RFC 2045 6), also misspelt (`"base64";`, `quoted/printable`); unknown ones pass the bytes through. */
export function createTransferDecoder(encoding: string): PiecewiseDecoder {
  switch (encoding.toLowerCase().replace(/[^a-z0-9]/g, '')) {
    case 'base64':
      return base64Decoder()
    case 'quotedprintable':
      return quotedPrintableDecoder()
    case 'xuuencode':
    case 'xuue':
    case 'uuencode':
    case 'uue':
      return uuDecoder()
    default:
      return { push: (chunk) => chunk, end: () => NOTHING }
  }
}

/** Decodes a whole part at once. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  const decoder = createTransferDecoder(encoding)
  return Buffer.concat([decoder.push(bytes), decoder.end()])
}

function quotedPrintableDecoder(): PiecewiseDecoder {
  let held = ''
  return {
    push: (chunk) => {
      const text = held + chunk.toString('latin1')
      const end = endOfFinished(text)
      held = text.slice(end)
      return decodeQuotedPrintable(text.slice(0, end))
    },
    end: () => decodeQuotedPrintable(held),
  }
}

/**
 * Line by line and from the end of each: a regular expression would take quadratic time for a line
 * of blanks, and these lines come from strangers.
 */
function decodeQuotedPrintable(text: string): Buffer {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  let joined = ''
  for (const line of lines) {
    const lineEnd = line.endsWith('\r') ? '\r\n' : '\n'
    // Blanks at the end of a line were added on the way (RFC 2045 6.7 rule 3).
    const content = line.slice(0, endWithoutBlanks(line, line.length))
    joined += content.endsWith('=') ? content.slice(0, -1) : content + lineEnd
  }
  const unescaped = (joined + last).replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(unescaped, 'latin1')
}

/** Blanks held back because a line end may follow; longer runs are taken for content. */
const MAX_HELD_BLANKS = 1_024

/** Where the text ends that the next piece cannot change: before an escape, a soft break, blanks. */
function endOfFinished(text: string): number {
  const end = endWithoutBlanks(text, MAX_HELD_BLANKS)
  if (text[end - 1] === '=') return end - 1
  return end === text.length && text[end - 2] === '=' ? end - 2 : end
}

function endWithoutBlanks(text: string, maxBlanks: number): number {
  let end = text.length
  while (end > 0 && text.length - end < maxBlanks && isBlank(text.charCodeAt(end - 1))) end -= 1
  return end
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}
