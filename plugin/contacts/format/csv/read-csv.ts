import { parseMailAddress } from '../../../../proxy/address/mail-address.ts'
import { emptyContact, type Contact } from '../../contact.ts'
import { birthdayOf } from '../vcard/birthday.ts'
import { checkedContact } from '../checked-contact.ts'
import type { ImportedEntry, ReadingStep } from '../imported.ts'
import { oneLine } from '../../one-line.ts'
import { importProblem, type ImportProblemCode } from '../problem.ts'
import { columnOf, type AddressPart, type Column } from './columns.ts'
import { type CsvRow, csvRows, NoContactColumns } from './csv-rows.ts'
import { unguardedCell } from './formula-guard.ts'

/** Columns of a header; Google's and Outlook's have about a hundred. */
const MAX_COLUMNS = 1_000

/** Reads the contacts of a file of comma-separated values (RFC 4180) with Google's, Outlook's or our own header. Throws NoContactColumns. */
export async function* readCsv(text: string): AsyncGenerator<ReadingStep> {
  let columns: readonly (Column | undefined)[] | undefined
  for await (const row of csvRows(text)) {
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
  const birthday = birthdayText(field)
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

/** Thunderbird has a column for each part: the one of the day says nothing else then, in some languages by the name of the whole. */
function birthdayText(field: (name: string) => string): string {
  const [year, month, day] = [field('birthYear'), field('birthMonth'), field('birthday')]
  if (year === '' && month === '') return day
  if (!/^([0-9]{1,2})?$/.test(day)) return day
  return [year || '-', month.padStart(2, '0'), day.padStart(2, '0')].join('-')
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
