import { contactSchema, type Contact } from '../contact.ts'
import type { ImportedEntry, Photo } from './imported.ts'
import { importProblem } from './problem.ts'

/** Holds what was read to the bounds of a contact: an entry that says nothing or too much is left out, and told. */
export function checkedContact(
  line: number,
  read: Contact,
  photo: Photo | undefined,
): ImportedEntry {
  const name = read.name === '' ? nameOf(read) : read.name
  if (name === '') return { kind: 'problem', problem: importProblem(line, 'entry_empty') }
  const contact = withoutControls({ ...read, name })
  if (!contactSchema.safeParse(contact).success) {
    return { kind: 'problem', problem: importProblem(line, 'entry_invalid', name) }
  }
  return { kind: 'contact', entry: { line, contact, photo } }
}

/** What a contact without a name goes by; empty where there is nothing. */
export function nameOf(contact: Omit<Contact, 'name'>): string {
  const { prefix, given, middle, family, suffix } = contact
  const isFamilyFirst = FAMILY_FIRST.test(given) && FAMILY_FIRST.test(family)
  const parts = isFamilyFirst ? [family, given] : [given, middle, family]
  const full = [prefix, ...parts, suffix].filter((part) => part !== '').join(' ')
  const others = [
    contact.nickname,
    contact.organisation,
    contact.emails[0]?.address,
    contact.phones[0]?.number,
  ]
  return full || (others.find((text) => text !== undefined && text !== '') ?? '')
}

/** Chinese, Japanese and Korean names. */
const FAMILY_FIRST =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+$/u

/** Fields of several lines keep their line breaks and nothing else that does not print. */
function withoutControls(contact: Contact): Contact {
  const clean = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '').trim()
  const { note, addresses } = contact
  return {
    ...contact,
    note: clean(note),
    addresses: addresses.map((address) => ({ ...address, street: clean(address.street) })),
  }
}
