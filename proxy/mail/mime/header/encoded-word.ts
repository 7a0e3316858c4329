import { decodeCharset } from '../charset/decode.ts'
import { lettersOf } from '../charset/names.ts'
import { isReadApart } from '../charset/stateful.ts'
import { harmlessText } from '../harmless-text.ts'

/** Some programs leave the `?` of a text as it is, which only Q can have; then the word ends where no `=3F` starts. */
const WORD =
  /=\?([^?\s]{1,60})\?(?:([BbQq])\?([^?\r\n]*)\?=|[Qq]\?([^\r\n]{0,1000}?)\?=(?![0-9A-F]{2}))/g

interface EncodedRun {
  readonly charset: string
  readonly chunks: Buffer[]
}

/**
 * Decodes a header value: encoded words (RFC 2047) and raw 8-bit text, which is a fault of the
 * sender but common: it is read in the charset of the body, `likely`. `raw` has one character per byte. Control characters become blanks, what
 * turns text around goes (harmless-text.ts), and blanks become one, each in one linear pass: subjects
 * come from strangers.
 */
export function decodeHeaderText(raw: string, likely?: string): string {
  return harmlessText(decodeWords(raw, likely)).replace(/ {2,}/g, ' ').trim()
}

function decodeWords(raw: string, likely: string | undefined): string {
  if (!raw.includes('=?')) return decodeRaw(raw, likely)
  let text = ''
  let end = 0
  let run: EncodedRun | undefined
  for (const match of raw.matchAll(WORD)) {
    const between = raw.slice(end, match.index)
    end = match.index + match[0].length
    // RFC 2231 5: a language may stand behind the charset.
    const charset = lettersOf((match[1] ?? '').replace(/\*.*$/, ''))
    const bytes = decodeWord(match[2] ?? 'Q', match[3] ?? match[4] ?? '')
    // Blanks between two encoded words are no text, and a character may be cut between the two.
    const isAdjacent = run !== undefined && /^\s*$/.test(between)
    if (isAdjacent && run?.charset === charset && !isReadApart(charset)) {
      run.chunks.push(bytes)
      continue
    }
    text += decodeRun(run) + (isAdjacent ? '' : decodeRaw(between, likely))
    run = { charset, chunks: [bytes] }
  }
  return text + decodeRun(run) + decodeRaw(raw.slice(end), likely)
}

function decodeRun(run: EncodedRun | undefined): string {
  return run === undefined ? '' : decodeCharset(Buffer.concat(run.chunks), run.charset)
}

function decodeRaw(raw: string, likely: string | undefined): string {
  return /[^\x00-\x7f]|\x1b/.test(raw)
    ? decodeCharset(Buffer.from(raw, 'latin1'), undefined, likely)
    : raw
}

function decodeWord(encoding: string, text: string): Buffer {
  // Words that were joined have padding within: each piece is data of its own.
  if (encoding.toUpperCase() === 'B') {
    return Buffer.concat((text.match(/[^=]+/g) ?? []).map((piece) => Buffer.from(piece, 'base64')))
  }
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
