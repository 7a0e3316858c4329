import type { Contact } from '../../contact.ts'
import type { Photo } from '../imported.ts'
import { writeBirthday } from './birthday.ts'
import { typeOfLabel } from './labels.ts'
import { escapeText } from './text-value.ts'

/** RFC 6350 3.2: octets of a line without its break. */
const MAX_LINE_OCTETS = 75

/** How a card is written. */
export interface CardStyle {
  /** 3.0 is what phones read from a CardDAV server. */
  readonly version: '3.0' | '4.0'
  /** Numbers of `itemN` up to this one are taken. */
  readonly itemsTaken?: number
}

/** One property as it is written, with the line of its label where it has one of the contact's own. */
export interface WrittenProperty {
  /** Upper case. */
  readonly name: string
  /** Folded, without the break at the end of each. */
  readonly lines: readonly string[]
}

/** A contact as a vCard (RFC 6350, or RFC 2426 for 3.0), with its line breaks. */
export function writeCard(
  contact: Contact,
  photo?: Photo,
  style: CardStyle = { version: '4.0' },
): string {
  const lines = cardProperties(contact, photo, style).flatMap((property) => property.lines)
  return joinCard([`VERSION:${style.version}`, ...lines])
}

/** A card of these lines, which are folded already. */
export function joinCard(lines: readonly string[]): string {
  return ['BEGIN:VCARD', ...lines, 'END:VCARD'].map((line) => `${line}\r\n`).join('')
}

/** What a contact says, property by property; what it does not say is not there. */
export function cardProperties(
  contact: Contact,
  photo: Photo | undefined,
  { version, itemsTaken = 0 }: CardStyle,
): readonly WrittenProperty[] {
  const { family, given, middle, prefix, suffix, organisation, department } = contact
  const { one, labelled, properties } = propertyWriter(itemsTaken)
  if (contact.uid !== '') one('UID', escapeText(contact.uid))
  one('FN', escapeText(contact.name))
  const name = [family, given, middle, prefix, suffix]
  // RFC 2426 3.1.2: there must be one.
  if (name.join('') !== '' || version === '3.0') one('N', structured(name))
  if (contact.nickname !== '') one('NICKNAME', escapeText(contact.nickname))
  if (`${organisation}${department}` !== '') one('ORG', structured([organisation, department]))
  if (contact.title !== '') one('TITLE', escapeText(contact.title))
  for (const { address, label } of contact.emails) labelled('EMAIL', label, escapeText(address))
  for (const { number, label } of contact.phones) labelled('TEL', label, escapeText(number))
  for (const { street, city, region, postcode, country, label } of contact.addresses) {
    labelled('ADR', label, structured(['', '', street, city, region, postcode, country]))
  }
  for (const { url, label } of contact.websites) labelled('URL', label, escapeText(url))
  if (contact.birthday !== '') writeBirthdayAs(version, contact.birthday, one)
  if (contact.note !== '') one('NOTE', escapeText(contact.note))
  if (contact.groups.length > 0) one('CATEGORIES', contact.groups.map(escapeText).join(','))
  if (photo !== undefined) writePhotoAs(version, photo, one)
  return properties
}

type WriteOne = (name: string, value: string, parameters?: string) => void

function writeBirthdayAs(version: CardStyle['version'], birthday: string, one: WriteOne): void {
  if (version === '4.0') one('BDAY', writeBirthday(birthday))
  // 3.0 knows no day without a year: Apple's way, which others read as well.
  else if (birthday.startsWith('--')) {
    one('BDAY', `1604-${birthday.slice(2)}`, ';X-APPLE-OMIT-YEAR=1604')
  } else one('BDAY', birthday)
}

function writePhotoAs(version: CardStyle['version'], photo: Photo, one: WriteOne): void {
  const content = photo.content.toString('base64')
  if (version === '4.0') one('PHOTO', `data:${photo.type};base64,${content}`)
  else {
    const type = photo.type.slice('image/'.length).toUpperCase()
    one('PHOTO', content, `;ENCODING=b;TYPE=${type}`)
  }
}

function propertyWriter(itemsTaken: number) {
  const properties: WrittenProperty[] = []
  let items = itemsTaken
  const one: WriteOne = (name, value, parameters = ''): void => {
    properties.push({ name, lines: [foldLine(`${name}${parameters}:${value}`)] })
  }

  return {
    properties,
    one,
    labelled: (name: string, label: string, value: string): void => {
      const type = typeOfLabel(label)
      if (label === '') one(name, value)
      else if (type !== undefined) one(name, value, `;TYPE=${type}`)
      else {
        items += 1
        const lines = [
          `item${items}.${name}:${value}`,
          `item${items}.X-ABLabel:${escapeText(label)}`,
        ]
        properties.push({ name, lines: lines.map(foldLine) })
      }
    },
  }
}

function structured(components: readonly string[]): string {
  return components.map(escapeText).join(';')
}

/** Folds between characters, so that no reader sees half of one. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line
  const folded: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE_OCTETS) {
      folded.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...folded, piece].join('\r\n')
}
