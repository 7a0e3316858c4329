import type { PiecewiseDecoder } from './piecewise-decoder.ts'

/** How base64 continues: before its first line, within, after padding, after its end, or as text that never was any. */
type State = 'unknown' | 'data' | 'padded' | 'ended' | 'plain'

/** A longer line is read in pieces. */
const MAX_HELD_CHARACTERS = 4_096

/**
 * Decodes base64 (RFC 2045 6.8) as it is met: characters that are none are skipped; padding ends a piece, the rest of its line
 * means nothing, and a further line of base64 is a piece of its own; what else follows, the footer of a mailing list, is left out.
 * Text that was never encoded, whatever its header says, stays as it is.
 */
export function base64Decoder(): PiecewiseDecoder {
  let state: State = 'unknown'
  let line = ''
  /** Up to three characters that wait for a fourth. */
  let quantum = ''

  const decode = (text: string, isLast: boolean): Buffer => {
    const data = quantum + text.replace(/[^A-Za-z0-9+/]/g, '')
    const whole = isLast ? data.length : data.length - (data.length % 4)
    quantum = data.slice(whole)
    return Buffer.from(data.slice(0, whole), 'base64')
  }
  const readLine = (text: string): Buffer => {
    const isEmpty = text.trim() === ''
    if (state === 'padded' && !isEmpty) state = isPiece(text) ? 'data' : 'ended'
    if (state !== 'data' || isEmpty) return NOTHING
    const padding = text.indexOf('=')
    if (padding === -1) return decode(text, false)
    state = 'padded'
    return decode(text.slice(0, padding), true)
  }
  const read = (text: string): Buffer => {
    if (state === 'unknown' && text.trim() !== '') state = isEncoded(text) ? 'data' : 'plain'
    if (state === 'plain') return Buffer.from(text, 'latin1')
    if (state === 'data' && !text.includes('=')) return decode(text, false)
    return Buffer.concat(text.split('\n').map(readLine))
  }
  return {
    push: (chunk) => {
      const text = line + chunk.toString('latin1')
      const lineStart = text.lastIndexOf('\n') + 1
      const end = text.length - lineStart > MAX_HELD_CHARACTERS ? text.length : lineStart
      line = text.slice(end)
      return read(text.slice(0, end))
    },
    end: () => Buffer.concat([read(line), decode('', true)]),
  }
}

const NOTHING = Buffer.alloc(0)

/** Whether the first line with anything in it is base64: words have blanks and commas between them. */
function isEncoded(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  const characters = first.trim().slice(0, MAX_HELD_CHARACTERS)
  if (/^[A-Za-z0-9+/]+={1,2}(?:\s|$)/.test(characters)) return true
  const others = characters.replace(/[A-Za-z0-9+/=]/g, '').length
  return others * MIN_LETTERS_TO_OTHERS <= characters.length
}

/** In a sentence every sixth character or so is a blank. */
const MIN_LETTERS_TO_OTHERS = 20

function isPiece(text: string): boolean {
  const piece = text.trim()
  return piece.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(piece)
}
