import type { parse } from 'csv-parse/browser/esm/sync'

/** What a table of an attachment shows; more of it holds up the page. */
const maxTableRows = 500
const maxTableColumns = 50

/** The beginning of a table. */
export interface ShownTable {
  readonly rows: readonly (readonly string[])[]
  /** Some rows or columns are left out. */
  readonly isCut: boolean
}

/** Comma- or otherwise separated values (RFC 4180, and what spreadsheets write); undefined for what is none. */
export function readTable(parseCsv: typeof parse, text: string): ShownTable | undefined {
  const [named = '', separator] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  const values = text.slice(named.length)
  try {
    const records = parseCsv(values, {
      bom: true,
      delimiter: separator ?? separatorOf(values),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: maxTableRows + 1,
    })
    const rows = records.slice(0, maxTableRows)
    return {
      rows: rows.map((cells) => cells.slice(0, maxTableColumns)),
      isCut: records.length > rows.length || rows.some(({ length }) => length > maxTableColumns),
    }
  } catch {
    // A quotation without an end: it is read as text.
    return undefined
  }
}

/** The one that stands most often in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, times: line.split(sign).length }))
  return counted.toSorted((one, other) => other.times - one.times)[0]?.sign ?? ','
}
