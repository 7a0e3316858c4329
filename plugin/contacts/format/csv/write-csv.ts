import type { Contact } from '../../contact.ts'
import { guardedCell } from './formula-guard.ts'

/** How many of a list a row has room for; what is beyond is in a vCard only. */
const POSITIONS = { emails: 4, phones: 4, addresses: 2, websites: 2 } as const

const locations = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The columns in their order; names as Google writes them, which most address books read. */
const COLUMNS: readonly (readonly [string, (contact: Contact) => string])[] = [
  ['Name', ({ name }) => name],
  ['Name Prefix', ({ prefix }) => prefix],
  ['First Name', ({ given }) => given],
  ['Middle Name', ({ middle }) => middle],
  ['Last Name', ({ family }) => family],
  ['Name Suffix', ({ suffix }) => suffix],
  ['Nickname', ({ nickname }) => nickname],
  ['Organization Name', ({ organisation }) => organisation],
  ['Organization Department', ({ department }) => department],
  ['Organization Title', ({ title }) => title],
  ['Birthday', ({ birthday }) => birthday],
  ['Notes', ({ note }) => note],
  ['Labels', ({ groups }) => groups.join(' ::: ')],
  ...locations(POSITIONS.emails).flatMap((at) => [
    column(`E-mail ${at + 1} - Label`, ({ emails }) => emails[at]?.label),
    column(`E-mail ${at + 1} - Value`, ({ emails }) => emails[at]?.address),
  ]),
  ...locations(POSITIONS.phones).flatMap((at) => [
    column(`Phone ${at + 1} - Label`, ({ phones }) => phones[at]?.label),
    column(`Phone ${at + 1} - Value`, ({ phones }) => phones[at]?.number),
  ]),
  ...locations(POSITIONS.addresses).flatMap((at) => [
    column(`Address ${at + 1} - Label`, ({ addresses }) => addresses[at]?.label),
    column(`Address ${at + 1} - Street`, ({ addresses }) => addresses[at]?.street),
    column(`Address ${at + 1} - City`, ({ addresses }) => addresses[at]?.city),
    column(`Address ${at + 1} - Region`, ({ addresses }) => addresses[at]?.region),
    column(`Address ${at + 1} - Postal Code`, ({ addresses }) => addresses[at]?.postcode),
    column(`Address ${at + 1} - Country`, ({ addresses }) => addresses[at]?.country),
  ]),
  ...locations(POSITIONS.websites).flatMap((at) => [
    column(`Website ${at + 1} - Label`, ({ websites }) => websites[at]?.label),
    column(`Website ${at + 1} - Value`, ({ websites }) => websites[at]?.url),
  ]),
]

function column(name: string, valueOf: (contact: Contact) => string | undefined) {
  return [name, (contact: Contact) => valueOf(contact) ?? ''] as const
}

/** The first line of a file: the byte order mark lets Excel see that it is UTF-8. */
export const CSV_HEADER = `\ufeff${rowOf(COLUMNS.map(([name]) => name))}`

/** A contact as one row, with its line break. */
export function writeCsvRow(contact: Contact): string {
  return rowOf(COLUMNS.map(([, valueOf]) => valueOf(contact)))
}

function rowOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string): string {
  const text = guardedCell(value)
  return /["\r\n,]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
