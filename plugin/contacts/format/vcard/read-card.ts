import { emptyContact, type Contact } from '../../contact.ts'
import {
  photoOf,
  type ImportedEntry,
  type ImportedGroup,
  type Photo,
  type ReadingStep,
} from '../imported.ts'
import { oneLine } from '../../one-line.ts'
import { checkedContact } from '../checked-contact.ts'
import { charsetOfRest } from '../guess-charset.ts'
import { namedAddresses } from '../named-addresses.ts'
import { importProblem, type ImportProblem } from '../problem.ts'
import { birthdayOf } from './birthday.ts'
import { cardsOf, type CardLines } from './cards.ts'
import { readGroupCard } from './group-card.ts'
import { isPreferred, labelOf, ownLabelsOf } from './labels.ts'
import { isEncodedAs, parseProperty, type Property } from './property.ts'
import { splitUnescaped, unescapeOldText, unescapeText } from './text-value.ts'

/** One property, unfolded: a picture in base64 and more. */
const MAX_LINE_BYTES = 1024 * 1024

/** Reads the contacts of a file of vCard 2.1, 3.0 or 4.0, one by one, without its groups. Never throws. */
export function* readCards(file: Buffer): Generator<ImportedEntry> {
  for (const step of readCardsByStep(file)) {
    if (step !== undefined && step.kind !== 'group') yield step
  }
}

/** The same of a file of any length, whose reader has other things to do in between. */
export function* readCardsByStep(file: Buffer): Generator<ReadingStep> {
  const charset = charsetOfRest(file)
  for (const read of cardsOf(file)) {
    if (read.kind === 'card') yield* readCard(read.card, charset)
    else yield read.kind === 'problem' ? read : undefined
  }
}

function* readCard(
  { line, lines }: CardLines,
  charset: () => string,
): Generator<ImportedEntry | ImportedGroup> {
  const properties: Property[] = []
  const problems: ImportProblem[] = []
  for (const logical of lines) {
    const property =
      logical.bytes.length > MAX_LINE_BYTES ? undefined : parseProperty(logical, charset)
    if (property === undefined)
      problems.push(importProblem(logical.line, 'line_left_out', logical.bytes))
    else properties.push(property)
  }
  const card = openCard(properties, problems)
  const group = readGroupCard(properties)
  const isNamed = group !== undefined && group.name !== ''
  const entries = isNamed ? [{ kind: 'group', ...group } as const] : entriesOf(line, card)
  problems.sort((one, other) => one.line - other.line)
  yield* problems.map((problem) => ({ kind: 'problem', problem }) as const)
  yield* entries
}

/** A card by the names of its properties. */
interface Card {
  /** All of a name, the preferred first. */
  readonly all: (name: string) => readonly Property[]
  /** The text of the first of a name; empty without one. */
  readonly text: (name: string) => string
  /** The components of the first of a name. */
  readonly components: (name: string) => readonly string[]
  readonly componentsOf: (property: Property) => readonly string[]
  readonly textOf: (property: Property) => string
  readonly label: (property: Property) => string
  readonly report: (property: Property, code: ImportProblem['code']) => void
}

function openCard(properties: readonly Property[], problems: ImportProblem[]): Card {
  const byName = new Map<string, Property[]>()
  for (const property of properties) {
    const known = byName.get(property.name)
    if (known === undefined) byName.set(property.name, [property])
    else known.push(property)
  }
  const own = ownLabelsOf(properties)
  const isOld = byName.get('VERSION')?.[0]?.value.trim() === '2.1'
  const unescape = isOld ? unescapeOldText : unescapeText
  const componentsOf = ({ value }: Property) => splitUnescaped(value, ';').map(unescape)
  const all = (name: string) => {
    const found = byName.get(name) ?? []
    if (found.length < 2) return found
    return [...found.filter(isPreferred), ...found.filter((property) => !isPreferred(property))]
  }
  return {
    all,
    text: (name) => all(name).map(({ value }) => unescape(value))[0] ?? '',
    components: (name) => all(name).map(componentsOf)[0] ?? [],
    componentsOf,
    textOf: ({ value }) => unescape(value),
    label: (property) => oneLine(labelOf(property, own)),
    report: ({ line, value }, code) => problems.push(importProblem(line, code, value)),
  }
}

function entriesOf(line: number, card: Card): readonly ImportedEntry[] {
  const photo = readPhoto(card)
  return checkedContact(line, contactOf(card), photo)
}

function contactOf(card: Card): Contact {
  const [family, given, middle, prefix, suffix] = card.components('N').map(oneLine)
  const [organisation, department] = card.components('ORG').map(oneLine)
  return {
    ...emptyContact(oneLine(card.text('FN'))),
    family: family ?? '',
    given: given ?? '',
    middle: middle ?? '',
    prefix: prefix ?? '',
    suffix: suffix ?? '',
    nickname: oneLine(card.text('NICKNAME')),
    organisation: organisation ?? '',
    department: department ?? '',
    title: oneLine(card.text('TITLE')),
    emails: emailsOf(card),
    phones: card
      .all('TEL')
      .map((tel) => ({
        number: oneLine(card.textOf(tel).replace(/^tel:/i, '')),
        label: card.label(tel),
      }))
      .filter(({ number }) => number !== ''),
    addresses: addressesOf(card),
    websites: card
      .all('URL')
      .map((url) => ({ url: oneLine(card.textOf(url)), label: card.label(url) }))
      .filter(({ url }) => url !== ''),
    birthday: readBirthday(card),
    note: card.all('NOTE').map(card.textOf).join('\n\n').trim(),
    groups: groupsOf(card),
    uid: oneLine(card.text('UID')),
  }
}

function emailsOf(card: Card): Contact['emails'] {
  return card.all('EMAIL').flatMap((property) => {
    const { addresses, others } = namedAddresses(card.textOf(property))
    if (others.length > 0) card.report(property, 'email_left_out')
    return addresses.map(({ address }) => ({ address, label: card.label(property) }))
  })
}

function addressesOf(card: Card): Contact['addresses'] {
  return card.all('ADR').flatMap((property) => {
    const components = card.componentsOf(property)
    if (components.join('') === '') return []
    const [box = '', extended = '', street = '', ...others] = components
    const [city, region, postcode, country] = others.map(oneLine)
    const above = [box, extended, street].filter((text) => text !== '')
    return {
      street: above.join('\n'),
      city: city ?? '',
      region: region ?? '',
      postcode: postcode ?? '',
      country: country ?? '',
      label: card.label(property),
    }
  })
}

function groupsOf(card: Card): readonly string[] {
  const names = card
    .all('CATEGORIES')
    .flatMap(({ value }) => splitUnescaped(value, ','))
    .map((name) => oneLine(unescapeText(name)))
  // Google writes it for everybody.
  return [...new Set(names)].filter((name) => name !== '' && name !== 'myContacts')
}

function readBirthday(card: Card): string {
  const [property] = card.all('BDAY')
  if (property === undefined || property.value.trim() === '') return ''
  const birthday = birthdayOf(property.value)
  if (birthday === undefined) card.report(property, 'birthday_left_out')
  return birthday ?? ''
}

function readPhoto(card: Card): Photo | undefined {
  const [property] = card.all('PHOTO')
  if (property === undefined || property.value.trim() === '') return undefined
  const inUrl = /^data:[^,]{0,100};base64,/i.exec(property.value)?.[0]
  const isBase64 = inUrl !== undefined || isEncodedAs(property.parameters, 'B', 'BASE64')
  const content = Buffer.from(property.value.slice(inUrl?.length ?? 0), 'base64')
  // An address of a picture elsewhere is never asked: anyone who wrote the file would learn who opens it.
  const photo = isBase64 ? photoOf(content) : undefined
  if (photo === undefined) card.report(property, 'photo_left_out')
  return photo
}
