import { contactSchema, type Contact } from '../contact.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import type { ImportedEntry, Photo } from './imported.ts'
import { importProblem, type ImportProblemCode } from './problem.ts'

/**
 * Holds what was read to the bounds of a contact: what is too much of a field is left out, and told. An entry that says
 * nothing is no contact.
 */
export function checkedContact(
  line: number,
  read: Contact,
  photo: Photo | undefined,
): readonly ImportedEntry[] {
  const problem = (code: ImportProblemCode, about = ''): ImportedEntry => ({
    kind: 'problem',
    problem: importProblem(line, code, about),
  })
  const name = read.name === '' ? nameOf(read) : read.name
  if (name === '') return [problem('entry_empty')]
  const { contact, tooLong } = withinBounds(withoutControls({ ...read, name }))
  if (!contactSchema.safeParse(contact).success) return [problem('entry_invalid', name)]
  const leftOut = tooLong.map((text) => problem('line_left_out', text))
  return [{ kind: 'contact', entry: { line, contact, photo } }, ...leftOut]
}

/** The contact, and what was too long, the first of each list. */
function withinBounds(contact: Contact): {
  readonly contact: Contact
  readonly tooLong: readonly string[]
} {
  const { lineChars, noteChars, entries, groups } = CONTACT_LIMITS
  const tooLong: string[] = []
  const text = (whole: string, max: number): string => {
    if (whole.length <= max) return whole
    tooLong.push(whole)
    // No half of a character at the end.
    return whole
      .slice(0, max)
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
  }
  const list = <Item>(items: readonly Item[], max: number, textOf: (item: Item) => string) => {
    const first = items[max]
    if (first !== undefined) tooLong.push(textOf(first))
    return items.slice(0, max)
  }
  const bounded = <Item extends object>(item: Item): Item => {
    const fields: readonly [string, unknown][] = Object.entries(item)
    const isShort = fields.every(([, value]) => String(value).length <= lineChars)
    if (isShort) return item
    const cut = fields.map(([field, value]) => [field, text(String(value), lineChars)] as const)
    return { ...item, ...Object.fromEntries(cut) }
  }
  const { note, uid, emails, phones, websites, addresses, groups: inGroups, ...names } = contact
  return {
    contact: {
      ...contact,
      ...bounded(names),
      note: text(note, noteChars),
      // A part of it may be that of someone else.
      uid: uid.length > lineChars ? '' : uid,
      // Half of an address is another one.
      emails: list(emails, entries, ({ address }) => address),
      phones: list(phones, entries, ({ number }) => number).map(bounded),
      websites: list(websites, entries, ({ url }) => url).map(bounded),
      addresses: list(addresses, entries, ({ street }) => street).map(bounded),
      groups: list(inGroups, groups, (name) => name).map((name) => text(name, lineChars)),
    },
    tooLong,
  }
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
