import type { PiecewiseDecoder } from './piecewise-decoder.ts'

/** A file within a text, as programs older than MIME send it (POSIX uuencode). */
export interface UuencodedFile {
  readonly name: string
  /** Decoded. */
  readonly bytes: Buffer
}

const BEGIN = /^begin [0-7]{3,4} ([^\r\n]{1,255})\r?$/

/** More files of one text are left in it. */
const MAX_FILES = 100

/**
 * Takes uuencoded files out of a text. What only looks like the beginning of one, as the word does at the beginning of a line, stays;
 * so does a file whose end is missing because the text was cut.
 */
export function takeOutUuencoded(text: string): {
  readonly text: string
  readonly files: readonly UuencodedFile[]
} {
  if (!/^begin [0-7]{3}/m.test(text)) return { text, files: [] }
  const lines = text.split('\n')
  const remaining: string[] = []
  const files: UuencodedFile[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const name = BEGIN.exec(line)?.[1]
    const end = name === undefined || files.length >= MAX_FILES ? -1 : endOf(lines, at + 1)
    if (name === undefined || end === -1) {
      remaining.push(line)
      continue
    }
    files.push({
      name: name.trim(),
      bytes: Buffer.concat(lines.slice(at + 1, end).map(decodeLine)),
    })
    at = end
  }
  return { text: remaining.join('\n'), files }
}

/** Index of the line `end`; -1 where a line before it cannot be of an encoded file. */
function endOf(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trimEnd()
    if (line === 'end') return at
    if (line !== '' && !isEncodedLine(line)) return -1
  }
  return -1
}

/** As many characters as its first one says; some programs leave blanks at the end out, or add a check. */
function isEncodedLine(line: string): boolean {
  const characters = Math.ceil(lengthOf(line) / 3) * 4
  return /^[ -`]+$/.test(line) && line.length <= characters + 2
}

function lengthOf(line: string): number {
  return (line.charCodeAt(0) - 0x20) & 0x3f
}

function decodeLine(line: string): Buffer {
  const bytes: number[] = []
  const length = line.trim() === '' ? 0 : lengthOf(line)
  for (let at = 1; bytes.length < length; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((index) => sixBits(line, at + index))
    bytes.push(
      ((a ?? 0) << 2) | ((b ?? 0) >> 4),
      (((b ?? 0) << 4) & 0xff) | ((c ?? 0) >> 2),
      (((c ?? 0) << 6) & 0xff) | (d ?? 0),
    )
  }
  return Buffer.from(bytes.slice(0, length))
}

/** What is missing at the end of a line was a blank, which is zero. */
function sixBits(line: string, at: number): number {
  const code = line.charCodeAt(at)
  return code >= 0x20 && code <= 0x60 ? (code - 0x20) & 0x3f : 0
}

/** Takes `Content-Transfer-Encoding: x-uuencode` off: what is between the lines `begin` and `end`. */
export function uuDecoder(): PiecewiseDecoder {
  let held = ''
  let state: 'before' | 'within' | 'after' = 'before'
  const read = (text: string): Buffer => {
    const pieces: Buffer[] = []
    for (const line of text.split('\n')) {
      const content = line.replace(/\r$/, '')
      if (state === 'within' && content.trim() === 'end') state = 'after'
      if (state === 'within' && content !== '') pieces.push(decodeLine(content))
      if (state === 'before' && /^begin [0-7]{3}/.test(content)) state = 'within'
    }
    return Buffer.concat(pieces)
  }
  return {
    push: (chunk) => {
      const text = held + chunk.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      // A line of it has 62 characters.
      held = text.length - end > MAX_LINE ? '' : text.slice(end)
      return end === 0 ? Buffer.alloc(0) : read(text.slice(0, end - 1))
    },
    end: () => read(held),
  }
}

const MAX_LINE = 4_096
