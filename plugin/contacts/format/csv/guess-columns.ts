import { namedAddresses } from '../named-addresses.ts'
import type { Column } from './columns.ts'

type Columns = readonly (Column | undefined)[]
type Rows = readonly (readonly string[])[]

const PHONE = /^[+(]?[0-9][0-9 ()./\u00a0-]{2,30}$/
/** With digits of a country or an area: a column of an unknown name may hold years, postal codes, anything. */
const WHOLE_PHONE = /^[+(0](?:[^0-9]*[0-9]){6}/
const DATE = /^[0-9]{1,4}([./-])[0-9]{1,2}\1[0-9]{1,4}$/

function isPhone(cell: string, isNamed: boolean): boolean {
  return PHONE.test(cell) && !DATE.test(cell) && (!isNamed || WHOLE_PHONE.test(cell))
}

/**
 * The columns of a file with what those hold whose name says nothing, or that have none: where most cells are addresses, telephone
 * numbers, and the first texts, which are names. Nothing is guessed where there are no addresses.
 */
export function withGuesses(columns: Columns, rows: Rows): Columns {
  const width = Math.max(columns.length, ...rows.map((cells) => cells.length))
  const all = Array.from({ length: width }, (_, index) => columns[index])
  const isUnknown = (index: number, fits: (cell: string) => boolean) =>
    all[index] === undefined && holdsMostly(rows, index, fits)
  const hasEmails = all.some((column) => column?.kind === 'item' && column.list === 'emails')
  for (const index of all.keys()) {
    if (!hasEmails && isUnknown(index, isAddress)) all[index] = guessedItem('emails', index)
  }
  if (!all.some((column) => column?.kind === 'item' && column.list === 'emails')) return columns
  for (const index of all.keys()) {
    const isNamed = index < columns.length
    if (isUnknown(index, (cell) => isPhone(cell, isNamed)))
      all[index] = guessedItem('phones', index)
  }
  return withNames(all, rows)
}

/** Whether a line is one of a file without a header: it holds an address. */
export function isData(cells: readonly string[]): boolean {
  return cells.some(isAddress)
}

/** `Vorname;Name`: beside a first name alone, a name that does not hold it is the last one. */
export function withFamily(columns: Columns, rows: Rows): Columns {
  const indexOf = (field: string) =>
    columns.findIndex((column) => column?.kind === 'field' && column.field === field)
  const [name, given] = [indexOf('name'), indexOf('given')]
  if (name === -1 || given === -1 || indexOf('family') !== -1) return columns
  const holdsGiven = rows.some((row) => row[name]?.includes(row[given] ?? '') === true)
  return holdsGiven ? columns : columns.with(name, { kind: 'field', field: 'family' })
}

function withNames(columns: (Column | undefined)[], rows: Rows): Columns {
  const isNamed = columns.some((column) => column?.kind === 'field' && NAMES.has(column.field))
  if (isNamed) return columns
  const [first, second] = [...columns.keys()].filter(
    (index) => columns[index] === undefined && holdsMostly(rows, index, isName),
  )
  if (first === undefined) return columns
  const isGiven = second === first + 1 && [first, second].every((at) => isOneWord(rows, at))
  columns[first] = { kind: 'field', field: isGiven ? 'given' : 'name' }
  if (isGiven) columns[second] = { kind: 'field', field: 'family' }
  return columns
}

const NAMES: ReadonlySet<string> = new Set(['name', 'given', 'family', 'nickname'])

function guessedItem(list: 'emails' | 'phones', index: number): Column {
  return { kind: 'item', list, place: `column ${index}`, part: 'value', label: '' }
}

function holdsMostly(rows: Rows, index: number, fits: (cell: string) => boolean): boolean {
  const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.filter(fits).length * 2 > cells.length
}

function isAddress(cell: string): boolean {
  return cell.length < 1_000 && namedAddresses(cell).addresses.length > 0
}

function isName(cell: string): boolean {
  return cell.length < 100 && /\p{L}/u.test(cell) && !/[@/]/.test(cell)
}

function isOneWord(rows: Rows, index: number): boolean {
  return rows.every((row) => !/\s/.test(row[index]?.trim() ?? ''))
}
