import { emptyContact, type Contact } from '../../contact.ts'
import { checkedContact } from '../checked-contact.ts'
import type { ImportedEntry, ReadingStep } from '../imported.ts'
import { oneLine } from '../../one-line.ts'
import { namedAddresses } from '../named-addresses.ts'
import { importProblem, type ImportProblem, type ImportProblemCode } from '../problem.ts'
import { type DayOrder, slashedOrder, writtenBirthday } from '../written-birthday.ts'
import { columnOf, type AddressPart, type Column } from './columns.ts'
import { type CsvRow, csvRows, NoContactColumns } from './csv-rows.ts'
import { unguardedCell } from './formula-guard.ts'
import { isData, withFamily, withGuesses } from './guess-columns.ts'

/** Columns of a header; Google's and Outlook's have about a hundred. */
const MAX_COLUMNS = 1_000

/** Rows by which columns are known whose names say nothing. */
const SAMPLE_ROWS = 20

/** A file of columns, as far as its first rows say what they hold. */
interface Table {
  readonly columns: readonly (Column | undefined)[]
  readonly dayOrder: DayOrder
  /** Names of columns that no contact has a place for, by their index, with the line they stand in. */
  readonly unknown: Map<number, ImportProblem>
}

/**
 * Reads the contacts of a file of comma-separated values (RFC 4180) with the header of any program, in any language that `columnOf`
 * knows, or without one. A column that no contact has a place for is told once, where it has values. Throws NoContactColumns.
 */
export async function* readCsv(text: string): AsyncGenerator<ReadingStep> {
  const first: CsvRow[] = []
  let table: Table | undefined
  for await (const row of csvRows(text)) {
    if (row === undefined) yield undefined
    else if (table !== undefined) yield* readLine(row, table)
    else if (first.push(row) > SAMPLE_ROWS) {
      const rows = behindPreamble(first)
      table = tableOf(rows)
      yield* readFirst(rows, table)
    }
  }
  if (table !== undefined) return
  const rows = behindPreamble(first)
  yield* readFirst(rows, tableOf(rows))
}

/** LinkedIn writes some lines to its reader first: each is one cell, and the header behind them has known columns. */
function behindPreamble(first: readonly CsvRow[]): readonly CsvRow[] {
  const header = first.findIndex((row) => row.kind !== 'row' || row.cells.length > 1)
  const row = first[header]
  if (header < 1 || row?.kind !== 'row') return first
  const known = row.cells.slice(0, MAX_COLUMNS).filter((name) => columnOf(name) !== undefined)
  return known.length > 1 ? first.slice(header) : first
}

function* readFirst(first: readonly CsvRow[], table: Table): Generator<ImportedEntry> {
  for (const row of hasHeader(first) ? first.slice(1) : first) yield* readLine(row, table)
}

function hasHeader([header]: readonly CsvRow[]): boolean {
  return header?.kind === 'row' && !isData(header.cells.slice(0, MAX_COLUMNS))
}

function tableOf(first: readonly CsvRow[]): Table {
  const [header] = first
  if (header?.kind !== 'row') throw new NoContactColumns()
  const names = hasHeader(first) ? header.cells : []
  if (names.length > MAX_COLUMNS) throw new NoContactColumns()
  const sample = (names.length === 0 ? first : first.slice(1)).flatMap((row) =>
    row.kind === 'row' ? [row.cells.slice(0, MAX_COLUMNS)] : [],
  )
  const columns = withFamily(withGuesses(names.map(columnOf), sample), sample)
  if (columns.every((column) => column === undefined)) throw new NoContactColumns()
  const unknown = new Map(
    names.flatMap((name, index) =>
      columns[index] === undefined
        ? [[index, importProblem(header.line, 'column_left_out', name)] as const]
        : [],
    ),
  )
  return { columns, dayOrder: dayOrderOf(names, columns, sample), unknown }
}

/** Whether a day or a month comes first is seen where one is above twelve; else English alone puts the month first. */
function dayOrderOf(
  names: readonly string[],
  columns: Table['columns'],
  sample: readonly (readonly string[])[],
): DayOrder {
  const index = columns.findIndex(
    (column) => column?.kind === 'field' && column.field === 'birthday',
  )
  const order = slashedOrder(sample.map((cells) => cells[index] ?? ''))
  const isEnglish =
    names.every((name) => /^[\x00-\x7f]*$/.test(name)) && /birth/i.test(names[index] ?? '')
  return order ?? (isEnglish ? 'month-first' : 'day-first')
}

function* readLine(row: CsvRow, { columns, dayOrder, unknown }: Table): Generator<ImportedEntry> {
  if (row.kind === 'problem') {
    yield { kind: 'problem', problem: importProblem(row.line, 'entry_unreadable', row.about) }
    return
  }
  for (const [index, problem] of unknown) {
    if (SAYS_NOTHING.test(row.cells[index]?.trim() ?? '')) continue
    unknown.delete(index)
    yield { kind: 'problem', problem }
  }
  yield* readRow({ ...row, cells: row.cells.slice(0, columns.length) }, columns, dayOrder)
}

/** What Outlook writes into columns that no one has filled. */
const SAYS_NOTHING = /^(?:|smtp|normal|false|unspecified|0+[./-]0+[./-]0+)$/i

interface Item {
  label: string
  value: string
  readonly parts: Partial<Record<AddressPart, string>>
}

function* readRow(
  { line, cells }: { readonly line: number; readonly cells: readonly string[] },
  columns: Table['columns'],
  dayOrder: DayOrder,
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
  const report: Report = (code, about) =>
    void problems.push({ kind: 'problem', problem: importProblem(line, code, about) })
  const contact = contactOf(fields, items, { dayOrder, report })
  yield* problems
  yield* checkedContact(line, contact, undefined)
}

type Report = (code: ImportProblemCode, about: string) => void

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
  else if (part === 'street') item.parts.street = [item.parts.street ?? [], text].flat().join('\n')
  else item.parts[part] = oneLine(text)
}

/** Google marks the preferred one with a star, and writes labels as contacts see them. */
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
  { dayOrder, report }: { readonly dayOrder: DayOrder; readonly report: Report },
): Contact {
  const field = (name: string) => oneLine(fields.get(name) ?? '')
  const birthday = birthdayText(field)
  const day = birthday === '' ? '' : writtenBirthday(birthday, dayOrder)
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
      .filter(({ value, parts }) => value !== '' || Object.keys(parts).length > 0)
      .map(({ label, value, parts }) => ({
        street: Object.keys(parts).length === 0 ? value : '',
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

/** Thunderbird has a column for each part: the one of the day says nothing else then, in some languages by the name of the whole. */
function birthdayText(field: (name: string) => string): string {
  const [year, month, day] = [field('birthYear'), field('birthMonth'), field('birthday')]
  if (year === '' && month === '') return day
  if (!/^([0-9]{1,2})?$/.test(day)) return day
  return [year || '-', month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

function emailsOf(label: string, value: string, report: Report): Contact['emails'] {
  return severalOf(value).flatMap((text) => {
    const { addresses, others } = namedAddresses(text)
    for (const other of others) report('email_left_out', other)
    return addresses.map(({ address }) => ({ address, label }))
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
