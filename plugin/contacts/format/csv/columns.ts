import { translatedColumn } from './translated-columns.ts'

/** What a column of a file holds: a field of a contact, or one of what stands several times, by its place. */
export type Column =
  | { readonly kind: 'field'; readonly field: ColumnField }
  | {
      readonly kind: 'item'
      readonly list: 'emails' | 'phones' | 'addresses' | 'websites'
      /** Which of them; columns of the same place are one item. */
      readonly place: string
      readonly part: 'value' | 'label' | AddressPart
      /** The label that the name of the column says; empty where another column does, or none. */
      readonly label: string
    }

export type ColumnField =
  | 'name'
  | 'prefix'
  | 'given'
  | 'middle'
  | 'family'
  | 'suffix'
  | 'nickname'
  | 'organisation'
  | 'department'
  | 'title'
  /** The whole day, or the day of the month where the others say year and month. */
  | 'birthday'
  | 'birthYear'
  | 'birthMonth'
  | 'note'
  | 'groups'

export type AddressPart = 'street' | 'city' | 'region' | 'postcode' | 'country'

/** What a column of this name holds; undefined for one that no contact has a place for. */
export function columnOf(header: string): Column | undefined {
  const name = header.trim().toLowerCase()
  const field = FIELDS.get(name)
  if (field !== undefined) return { kind: 'field', field }
  return numbered(name) ?? outlook(name) ?? translated(name)
}

/** Names of Google (until and since 2024), of Outlook, of Thunderbird and ours, in lower case. */
const FIELDS: ReadonlyMap<string, ColumnField> = new Map([
  ['name', 'name'],
  ['display name', 'name'],
  ['file as', 'name'],
  ['name prefix', 'prefix'],
  ['given name', 'given'],
  ['first name', 'given'],
  ['additional name', 'middle'],
  ['middle name', 'middle'],
  ['family name', 'family'],
  ['last name', 'family'],
  ['name suffix', 'suffix'],
  ['suffix', 'suffix'],
  ['nickname', 'nickname'],
  ['organization name', 'organisation'],
  ['organization 1 - name', 'organisation'],
  ['organization', 'organisation'],
  ['company', 'organisation'],
  ['organization department', 'department'],
  ['organization 1 - department', 'department'],
  ['department', 'department'],
  ['organization title', 'title'],
  ['organization 1 - title', 'title'],
  ['job title', 'title'],
  ['title', 'prefix'],
  ['birthday', 'birthday'],
  ['birth year', 'birthYear'],
  ['birth month', 'birthMonth'],
  ['birth day', 'birthday'],
  ['notes', 'note'],
  ['note', 'note'],
  ['labels', 'groups'],
  ['group membership', 'groups'],
  ['groups', 'groups'],
  ['categories', 'groups'],
])

const LISTS = new Map([
  ['e-mail', 'emails'],
  ['email', 'emails'],
  ['phone', 'phones'],
  ['address', 'addresses'],
  ['website', 'websites'],
] as const)

const PARTS = new Map([
  ['value', 'value'],
  ['label', 'label'],
  ['type', 'label'],
  ['street', 'street'],
  ['city', 'city'],
  ['region', 'region'],
  ['postal code', 'postcode'],
  ['country', 'country'],
] as const)

/** `E-mail 1 - Value`, as Google and we write it. */
function numbered(name: string): Column | undefined {
  const [, noun, number = '', partName] = /^([a-z-]+) ([0-9]{1,2}) - ([a-z ]+)$/.exec(name) ?? []
  const list = [...LISTS].find(([word]) => word === noun)?.[1]
  const part = [...PARTS].find(([word]) => word === partName)?.[1]
  if (list === undefined || part === undefined) return undefined
  return { kind: 'item', list, place: number, part, label: '' }
}

const PHONES = new Map([
  ['mobile phone', 'mobile'],
  ['mobile number', 'mobile'],
  ['home phone', 'home'],
  ['home phone 2', 'home'],
  ['business phone', 'work'],
  ['business phone 2', 'work'],
  ['work phone', 'work'],
  ['business fax', 'fax'],
  ['home fax', 'fax'],
  ['fax number', 'fax'],
  ['pager', 'pager'],
  ['pager number', 'pager'],
  ['primary phone', ''],
  ['other phone', ''],
])

const WEBSITES = new Map([
  ['web page', ''],
  ['personal web page', 'home'],
  ['web page 1', 'home'],
  ['web page 2', 'work'],
])

const OUTLOOK_PARTS = new Map([
  ['street', 'street'],
  ['address', 'street'],
  ['city', 'city'],
  ['state', 'region'],
  ['postal code', 'postcode'],
  ['zipcode', 'postcode'],
  ['country/region', 'country'],
  ['country', 'country'],
] as const)

/** `E-mail 2 Address`, `Business Phone`, `Home City`: one column each, the label in its name. */
function outlook(name: string): Column | undefined {
  const email = /^(?:e-mail(?: ([23]))? address|(primary|secondary) email|e-?mail)$/.exec(name)
  if (email !== null) return item('emails', name, 'value', '')
  const phone = PHONES.get(name)
  if (phone !== undefined) return item('phones', name, 'value', phone)
  const website = WEBSITES.get(name)
  if (website !== undefined) return item('websites', name, 'value', website)
  const [, where = '', partName] = /^(home|business|work|other) ([a-z/ ]+)$/.exec(name) ?? []
  const part = [...OUTLOOK_PARTS].find(([word]) => word === partName)?.[1]
  if (part === undefined) return undefined
  const label = where === 'business' ? 'work' : where === 'other' ? '' : where
  return item('addresses', where, part, label)
}

/** The same in another language than English. */
function translated(name: string): Column | undefined {
  const column = translatedColumn(name)
  if (column === 'email') return item('emails', name, 'value', '')
  if (column === 'mobile' || column === 'home' || column === 'work') {
    return item('phones', name, 'value', column)
  }
  return column === undefined ? undefined : { kind: 'field', field: column }
}

function item(
  list: 'emails' | 'phones' | 'addresses' | 'websites',
  place: string,
  part: 'value' | AddressPart,
  label: string,
): Column {
  return { kind: 'item', list, place, part, label }
}
