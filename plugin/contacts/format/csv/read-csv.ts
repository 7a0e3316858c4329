import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { parseMailAddress } from '../../../../proxy/address/mail-address.ts'
import { emptyContact, type Contact } from '../../contact.ts'
import { birthdayOf } from '../vcard/birthday.ts'
import { checkedContact } from '../checked-contact.ts'
import type { ImportedEntry, ReadingStep } from '../imported.ts'
import { oneLine } from '../../one-line.ts'
import { importProblem, type ImportProblemCode } from '../problem.ts'
import { columnOf, type AddressPart, type Column } from './columns.ts'
import { unguardedCell } from './formula-guard.ts'

/** One record of a file; the longest that address books write are notes. */
const MAX_RECORD_CHARS = 256 * 1024

/** Columns of a header; Google's and Outlook's have about a hundred. */
const MAX_COLUMNS = 1_000

/** Without a line break so many bytes are no address book; the parser would collect their empty cells. */
const MAX_LINE_BYTES = 1024 * 1024

/** Of the parser's work at one go, which takes some milliseconds. */
const PIECE_BYTES = 4 * 1024

/** The file has no header that tells what its columns hold. */
export class NoContactColumns extends Error {
  override readonly name = 'NoContactColumns'
}

/** Reads the contacts of a file of comma-separated values (RFC 4180) with Google's, Outlook's or our own header. Throws NoContactColumns. */
export async function* readCsv(text: string): AsyncGenerator<ReadingStep> {
  let columns: readonly (Column | undefined)[] | undefined
  for await (const row of rowsOf(text)) {
    if (row === undefined) yield undefined
    else if (columns === undefined) columns = columnsOf(row)
    else if (row.kind === 'problem') {
      const problem = importProblem(row.line, 'entry_unreadable', row.about)
      yield { kind: 'problem', problem }
    } else yield* readRow(row.line, row.cells.slice(0, columns.length), columns)
  }
  if (columns === undefined) throw new NoContactColumns()
}

function columnsOf(header: CsvRow): readonly (Column | undefined)[] {
  const names = header.kind === 'row' && header.cells.length <= MAX_COLUMNS ? header.cells : []
  const columns = names.map(columnOf)
  if (!columns.some((column) => column !== undefined)) throw new NoContactColumns()
  return columns
}

type CsvRow =
  | { readonly kind: 'row'; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: 'problem'; readonly line: number; readonly about: string }

/** The rows of a text as they are found; undefined where others may have their turn. Throws NoContactColumns. */
async function* rowsOf(text: string): AsyncGenerator<CsvRow | undefined> {
  const rows: CsvRow[] = []
  let line = 1
  const next = (lines: number): number => {
    const begun = line
    line = lines + 1
    return begun
  }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    max_record_size: MAX_RECORD_CHARS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record(cells: string[], { lines }) {
      rows.push({ kind: 'row', line: next(lines), cells })
      return null
    },
    on_skip(error) {
      const lines =
        error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : line
      rows.push({ kind: 'problem', line: next(lines), about: '' })
      return undefined
    },
  })
  const ended = finished(parser.resume())
  ended.catch(() => undefined)
  for (const piece of piecesOf(Buffer.from(text))) {
    parser.write(piece)
    yield* rows.splice(0)
    yield undefined
  }
  parser.end()
  await ended
  yield* rows
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

interface Item {
  label: string
  value: string
  readonly parts: Partial<Record<AddressPart, string>>
}

function* readRow(
  line: number,
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
): Generator<ImportedEntry> {
  if (cells.every((cell) => cell.trim() === '')) return
  const fields = new Map<string, string>()
  const items = new Map<string, Item>()
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    const text = unguardedCell(cell.replace(/\r\n?/g, '\n').trim())
    if (column === undefined || text === '') continue
    if (column.kind === 'field') {
      if (!fields.has(column.field)) fields.set(column.field, text)
    } else putItem(items, column, text)
  }
  const problems: ImportedEntry[] = []
  const report = (code: ImportProblemCode, about: string): void =>
    void problems.push({ kind: 'problem', problem: importProblem(line, code, about) })
  const contact = contactOf(fields, items, report)
  yield* problems
  yield checkedContact(line, contact, undefined)
}

function putItem(
  items: Map<string, Item>,
  { list, place, part, label }: Extract<Column, { readonly kind: 'item' }>,
  text: string,
): void {
  const key = `${list} ${place}`
  const item = items.get(key) ?? { label, value: '', parts: {} }
  items.set(key, item)
  if (part === 'label') item.label = labelOf(text)
  else if (part === 'value') item.value = text
  else if (part === 'street') item.parts.street = text
  else item.parts[part] = oneLine(text)
}

/** Google marks the preferred one with a star, and writes labels as people see them. */
function labelOf(text: string): string {
  const word = oneLine(text).replace(/^\* /, '')
  const known = word.toLowerCase()
  return ['home', 'work', 'mobile', 'fax', 'pager'].includes(known)
    ? known
    : word === '*'
      ? ''
      : word
}

function contactOf(
  fields: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, Item>,
  report: (code: ImportProblemCode, about: string) => void,
): Contact {
  const field = (name: string) => oneLine(fields.get(name) ?? '')
  const birthday = field('birthday')
  const day = birthday === '' ? '' : birthdayOf(birthday)
  if (day === undefined) report('birthday_left_out', birthday)
  const of = (list: string) =>
    [...items].filter(([key]) => key.startsWith(`${list} `)).map(([, item]) => item)
  return {
    ...emptyContact(field('name')),
    prefix: field('prefix'),
    given: field('given'),
    middle: field('middle'),
    family: field('family'),
    suffix: field('suffix'),
    nickname: field('nickname'),
    organisation: field('organisation'),
    department: field('department'),
    title: field('title'),
    emails: of('emails').flatMap(({ label, value }) => emailsOf(label, value, report)),
    phones: of('phones').flatMap(({ label, value }) =>
      severalOf(value).map((number) => ({ number: oneLine(number), label })),
    ),
    addresses: of('addresses')
      .filter(({ parts }) => Object.keys(parts).length > 0)
      .map(({ label, parts }) => ({
        street: '',
        city: '',
        region: '',
        postcode: '',
        country: '',
        ...parts,
        label,
      })),
    websites: of('websites')
      .filter(({ value }) => value !== '')
      .map(({ label, value }) => ({ url: oneLine(value), label })),
    birthday: day ?? '',
    note: fields.get('note') ?? '',
    groups: groupsOf(fields.get('groups') ?? ''),
  }
}

function emailsOf(
  label: string,
  value: string,
  report: (code: ImportProblemCode, about: string) => void,
): Contact['emails'] {
  return severalOf(value).flatMap((text) => {
    const address = parseMailAddress(text)
    if (address !== undefined) return [{ address, label }]
    report('email_left_out', text)
    return []
  })
}

/** Google writes several of one label into one field. */
function severalOf(value: string): readonly string[] {
  return value
    .split(' ::: ')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** `* friends ::: Work` of Google, `Friends;Work` of Outlook. */
function groupsOf(text: string): readonly string[] {
  const names = text.split(text.includes(' ::: ') ? ' ::: ' : ';').map((name) => oneLine(name))
  const own = names.filter((name) => name !== '' && name !== '* myContacts')
  return [...new Set(own.map((name) => name.replace(/^\* /, '')))]
}
