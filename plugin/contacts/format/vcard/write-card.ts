import type { Contact } from '../../contact.ts'
import type { Photo } from '../imported.ts'
import { writeBirthday } from './birthday.ts'
import { typeOfLabel } from './labels.ts'
import { escapeText } from './text-value.ts'

/** RFC 6350 3.2: octets of a line without its break. */
const MAX_LINE_OCTETS = 75

/** A contact as vCard 4.0 (RFC 6350), with its line breaks. */
export function writeCard(contact: Contact, photo?: Photo): string {
  const { family, given, middle, prefix, suffix, organisation, department } = contact
  const { one, labelled, lines } = cardWriter()
  one('BEGIN', 'VCARD')
  one('VERSION', '4.0')
  if (contact.uid !== '') one('UID', escapeText(contact.uid))
  one('FN', escapeText(contact.name))
  const name = [family, given, middle, prefix, suffix]
  if (name.join('') !== '') one('N', structured(name))
  if (contact.nickname !== '') one('NICKNAME', escapeText(contact.nickname))
  if (`${organisation}${department}` !== '') one('ORG', structured([organisation, department]))
  if (contact.title !== '') one('TITLE', escapeText(contact.title))
  for (const { address, label } of contact.emails) labelled('EMAIL', label, escapeText(address))
  for (const { number, label } of contact.phones) labelled('TEL', label, escapeText(number))
  for (const { street, city, region, postcode, country, label } of contact.addresses) {
    labelled('ADR', label, structured(['', '', street, city, region, postcode, country]))
  }
  for (const { url, label } of contact.websites) labelled('URL', label, escapeText(url))
  if (contact.birthday !== '') one('BDAY', writeBirthday(contact.birthday))
  if (contact.note !== '') one('NOTE', escapeText(contact.note))
  if (contact.groups.length > 0) one('CATEGORIES', contact.groups.map(escapeText).join(','))
  if (photo !== undefined) {
    one('PHOTO', `data:${photo.type};base64,${photo.content.toString('base64')}`)
  }
  one('END', 'VCARD')
  return lines.map((line) => `${line}\r\n`).join('')
}

function cardWriter() {
  const lines: string[] = []
  let groups = 0
  const one = (name: string, value: string): void => void lines.push(fold(`${name}:${value}`))

  return {
    lines,
    one,
    labelled: (name: string, label: string, value: string): void => {
      const type = typeOfLabel(label)
      if (label === '') one(name, value)
      else if (type !== undefined) one(`${name};TYPE=${type}`, value)
      else {
        groups += 1
        one(`item${groups}.${name}`, value)
        one(`item${groups}.X-ABLabel`, escapeText(label))
      }
    },
  }
}

function structured(components: readonly string[]): string {
  return components.map(escapeText).join(';')
}

/** Folds between characters, so that no reader sees half of one. */
function fold(line: string): string {
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
