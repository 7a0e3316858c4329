import { FIELD_WORDS, type ColumnField } from './field-words.ts'
import {
  NOUN_WORDS,
  PHONE_WORDS,
  QUALIFIER_WORDS,
  type ItemNoun,
  type Qualifier,
} from './item-words.ts'

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

export type AddressPart = 'street' | 'city' | 'region' | 'postcode' | 'country'

/** Names of columns are shorter; what is longer is data. */
const MAX_HEADER_CHARS = 80

/** What a column of this name holds, in any language that is known here; undefined for one that no contact has a place for. */
export function columnOf(header: string): Column | undefined {
  if (header.length > MAX_HEADER_CHARS) return undefined
  const numbered = numberedColumn(header.trim().toLowerCase())
  if (numbered !== undefined) return numbered
  const key = headerKey(header)
  const field = FIELDS.get(key)
  return field === undefined ? itemColumn(key) : { kind: 'field', field }
}

/** The name of a column as the tables have it: small letters and digits, and a space for all between them. */
export function headerKey(header: string): string {
  const small = header.normalize('NFKC').toLowerCase()
  // A Turkish İ leaves its dot behind.
  const plain = small.replaceAll('i\u0307', 'i').normalize('NFC')
  return plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
}

const FIELDS = tableOf(FIELD_WORDS)
const NOUNS = tableOf(NOUN_WORDS)
const PHONES = tableOf(PHONE_WORDS)
/** The longer ones first: `home address` before `home`. */
const QUALIFIERS = [...tableOf(QUALIFIER_WORDS)].sort(([one], [other]) => other.length - one.length)

function tableOf<Meaning>(
  rows: readonly (readonly [Meaning, string])[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    rows.flatMap(([meaning, words]) => words.split('|').map((word) => [word, meaning] as const)),
  )
}

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
  ['po box', 'street'],
  ['extended address', 'street'],
  // All of it in one, which says nothing new where the parts are there.
  ['formatted', 'value'],
  ['city', 'city'],
  ['region', 'region'],
  ['postal code', 'postcode'],
  ['country', 'country'],
] as const)

/** `E-mail 1 - Value`, as Google and we write it. */
function numberedColumn(name: string): Column | undefined {
  const [, noun, number = '', partName] = /^([a-z-]+) ([0-9]{1,2}) - ([a-z ]+)$/.exec(name) ?? []
  const list = [...LISTS].find(([word]) => word === noun)?.[1]
  const part = [...PARTS].find(([word]) => word === partName)?.[1]
  if (list === undefined || part === undefined) return undefined
  return { kind: 'item', list, place: number, part, label: '' }
}

/** `E-Mail 2: Adresse`, `Business Street 3`, `Улица (раб. адрес)`: a noun, whose it is, and a number, in any order. */
function itemColumn(key: string): Column | undefined {
  const [number = ''] = /(?<![0-9])[0-9]{1,2}(?![0-9])/.exec(key) ?? []
  const name = withoutPart(key, number)
  const phone = PHONES.get(name)
  if (phone !== undefined) return phoneColumn(key, 'phone', phone)
  const noun = NOUNS.get(name)
  if (noun !== undefined) return nounColumn(key, noun, undefined)
  for (const [word, qualifier] of QUALIFIERS) {
    if (!holds(name, word)) continue
    const qualified = NOUNS.get(withoutPart(name, word))
    if (qualified !== undefined) return nounColumn(key, qualified, qualifier)
  }
  return undefined
}

function nounColumn(key: string, noun: ItemNoun, qualifier: Qualifier | undefined): Column {
  switch (noun) {
    case 'email':
      return { kind: 'item', list: 'emails', place: key, part: 'value', label: labelOf(qualifier) }
    case 'website':
      return {
        kind: 'item',
        list: 'websites',
        place: key,
        part: 'value',
        label: labelOf(qualifier),
      }
    case 'phone':
    case 'fax':
    case 'mobile':
    case 'pager':
      return phoneColumn(key, noun, qualifier)
    case 'street':
    case 'city':
    case 'region':
    case 'postcode':
    case 'country': {
      const label = labelOf(qualifier)
      // Lines of one address have numbers.
      return { kind: 'item', list: 'addresses', place: qualifier ?? '', part: noun, label }
    }
  }
}

function phoneColumn(
  key: string,
  noun: 'phone' | 'fax' | 'mobile' | 'pager',
  qualifier: Qualifier | undefined,
): Column {
  const label = noun === 'phone' ? labelOf(qualifier) : noun
  return { kind: 'item', list: 'phones', place: key, part: 'value', label }
}

function labelOf(qualifier: Qualifier | undefined): string {
  return qualifier === 'home' || qualifier === 'work' ? qualifier : ''
}

/** Writings without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function holds(name: string, word: string): boolean {
  return UNSPACED.test(word) ? name.includes(word) : ` ${name} `.includes(` ${word} `)
}

function withoutPart(name: string, part: string): string {
  if (part === '') return name
  const at = UNSPACED.test(part) || /^[0-9]/.test(part) ? name.indexOf(part) : wordAt(name, part)
  const rest = `${name.slice(0, at)} ${name.slice(at + part.length)}`
  return rest.replace(/ +/g, ' ').trim()
}

function wordAt(name: string, word: string): number {
  return ` ${name} `.indexOf(` ${word} `)
}
