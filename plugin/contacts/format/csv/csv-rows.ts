import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'

/** One record of a file; the longest that address books write are notes. */
const MAX_RECORD_CHARS = 256 * 1024

/** Without a line break so many bytes are no address book; the parser would collect their empty cells. */
const MAX_LINE_BYTES = 1024 * 1024

/** A quotation may continue over many lines: beyond this the parser gives the record up. */
const MAX_RECORD_BYTES = 1024 * 1024

/** Of the parser's work at one go, which takes some milliseconds. */
const PIECE_BYTES = 4 * 1024

/** The file has no header that reports what its columns hold. */
export class NoContactColumns extends Error {
  override readonly name = 'NoContactColumns'
}

/** A row of a file, or what of it is none. */
export type CsvRow =
  | { readonly kind: 'row'; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: 'problem'; readonly line: number; readonly about: string }

/** So often the rest of a file is read again after a quotation without an end; then a quotation mark is a sign like others. */
const MAX_REREAD = 20

/**
 * The rows of a text as they are found; undefined where others may have their turn. A line whose quotation never ends
 * is a problem, and what follows it is read all the same. A line of Excel's that reports the separator is none of them.
 * Throws NoContactColumns.
 */
export async function* csvRows(text: string): AsyncGenerator<CsvRow | undefined> {
  const [first = '', separator] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  const delimiter = separator ?? delimiterOf(text)
  // The parser would count such an end within a quotation as two lines; a file of an old Mac has no other ends.
  const lines = text.slice(first.length).replace(/\r+\n?/g, '\n')
  let rest: Rest | undefined = { text: lines, line: first === '' ? 1 : 2 }
  for (let times = 0; rest !== undefined; times += 1) {
    const quote = times < MAX_REREAD ? '"' : null
    const unended: number | undefined = yield* rowsUntilUnended(rest, { delimiter, quote })
    if (unended === undefined) return
    const [line, following] = splitAt(rest, unended)
    yield { kind: 'problem', line: unended, about: line }
    rest = following
  }
}

/** What of a text is still to be read, and the line of the file that it starts with. */
interface Rest {
  readonly text: string
  readonly line: number
}

/** A line by its number, and what follows it. */
function splitAt(rest: Rest, wanted: number): readonly [string, Rest | undefined] {
  const lineEnds = /[\n\r]/g
  let from = 0
  for (let { line } = rest; ; line += 1) {
    const end = lineEnds.exec(rest.text)
    if (line === wanted || end === null) {
      const following = { text: rest.text.slice(lineEnds.lastIndex), line: line + 1 }
      return [rest.text.slice(from, end?.index), end === null ? undefined : following]
    }
    from = lineEnds.lastIndex
  }
}

/** Answers the line where a quotation starts that never ends; undefined: all was read. */
async function* rowsUntilUnended(
  { text, line: first }: Rest,
  { delimiter, quote }: { readonly delimiter: string; readonly quote: string | null },
): AsyncGenerator<CsvRow | undefined, number | undefined> {
  const file = Buffer.from(text)
  const rows: CsvRow[] = []
  let line = first
  let startOffset = 0
  let unended: number | undefined
  const next = (lines: number): number => {
    const firstLine = line
    line = first + lines
    return firstLine
  }
  const parser = parse({
    bom: true,
    delimiter,
    quote,
    max_record_size: MAX_RECORD_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record(cells: string[], { lines, bytes }) {
      if (unended !== undefined) return null
      const asItStands = () => file.toString('utf8', startOffset, bytes)
      if (quote !== null && cells.some((cell) => hasSwallowed(cell, asItStands))) {
        unended = line
        return null
      }
      startOffset = bytes
      const firstLine = next(lines)
      const size = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (size <= MAX_RECORD_CHARS) rows.push({ kind: 'row', line: firstLine, cells })
      else rows.push({ kind: 'problem', line: firstLine, about: '' })
      return null
    },
    on_skip(error) {
      if (unended !== undefined) return undefined
      if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
        unended = line
        return undefined
      }
      const lines =
        error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : line
      rows.push({ kind: 'problem', line: next(lines), about: '' })
      return undefined
    },
  })
  const ended = finished(parser.resume())
  ended.catch(() => undefined)
  for (const piece of piecesOf(file)) {
    parser.write(piece)
    if (isTooLong(parser.errored)) {
      yield* rows
      return line
    }
    yield* rows.splice(0)
    yield undefined
    if (unended !== undefined) break
  }
  parser.end()
  await ended
  yield* rows
  return unended
}

/** The record that starts at this line is no address book's: it is read on behind its first line, as one without an end. */
function isTooLong(error: unknown): boolean {
  return error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
}

/** A mark that starts a cell of a later line, as one finds it in a cell that continued beyond its own. */
const LATER_CELL = /\n(?:[^\n]*[,;\t])?"[^"]/

/** True for a cell whose quotation ended in another line's: within a cell of its own that mark is there twice. */
function hasSwallowed(cell: string, asItStands: () => string): boolean {
  const [found] = LATER_CELL.exec(cell) ?? []
  return found !== undefined && asItStands().includes(found)
}

/** Throws NoContactColumns where a line does not end. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  let lineBytes = 0
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES)
    const lineEnd = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
    lineBytes = lineEnd === -1 ? lineBytes + piece.length : piece.length - lineEnd
    if (lineBytes > MAX_LINE_BYTES) throw new NoContactColumns()
    yield piece
  }
}

/** Of the header: Outlook writes the list separator of the country it is used in. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const header = text.slice(0, Math.min(end === -1 ? text.length : end, MAX_RECORD_CHARS))
  const counts = [',', ';', '\t'].map((mark) => [mark, header.split(mark).length] as const)
  return counts.reduce((most, count) => (count[1] > most[1] ? count : most))[0]
}
