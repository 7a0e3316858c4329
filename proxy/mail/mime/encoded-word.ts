import { decodeCharset } from './charset.ts'
import { harmlessText } from './harmless-text.ts'
import { isReadApart } from './stateful-charset.ts'

const WORD = /=\?([^?\s]{1,40})\?([BbQq])\?([^?\r\n]*)\?=/g

interface EncodedRun {
  readonly charset: string
  readonly chunks: Buffer[]
}

/**
 * Decodes a header value: encoded words (RFC 2047) and raw 8-bit text, which is a fault of the
 * sender but common. `raw` has one character per byte. Control characters become blanks, what
 * turns text around goes (harmless-text.ts), and blanks become one, each in one linear pass: subjects
 * come from strangers.
 */
export function decodeHeaderText(raw: string): string {
  return harmlessText(decodeWords(raw)).replace(/ {2,}/g, ' ').trim()
}

function decodeWords(raw: string): string {
  if (!raw.includes('=?')) return decodeRaw(raw)
  let text = ''
  let end = 0
  let run: EncodedRun | undefined
  for (const match of raw.matchAll(WORD)) {
    const between = raw.slice(end, match.index)
    end = match.index + match[0].length
    const charset = (match[1] ?? '').replace(/\*.*$/, '').toLowerCase()
    const bytes = decodeWord(match[2] ?? '', match[3] ?? '')
    // Blanks between two encoded words are no text, and a character may be cut between the two.
    const isAdjacent = run !== undefined && /^\s*$/.test(between)
    if (isAdjacent && run?.charset === charset && !isReadApart(charset)) {
      run.chunks.push(bytes)
      continue
    }
    text += decodeRun(run) + (isAdjacent ? '' : decodeRaw(between))
    run = { charset, chunks: [bytes] }
  }
  return text + decodeRun(run) + decodeRaw(raw.slice(end))
}

function decodeRun(run: EncodedRun | undefined): string {
  return run === undefined ? '' : decodeCharset(Buffer.concat(run.chunks), run.charset)
}

function decodeRaw(raw: string): string {
  return /[^\x00-\x7f]/.test(raw) ? decodeCharset(Buffer.from(raw, 'latin1'), undefined) : raw
}

function decodeWord(encoding: string, text: string): Buffer {
  if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64')
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
