import { createHash } from 'node:crypto'
import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import { emptyContact, type Contact } from '../contact.ts'

/** Which attributes say what, the first that is there where it is said once. */
export type DirectoryAttributes = Readonly<
  Record<
    | 'name'
    | 'given'
    | 'family'
    | 'email'
    | 'phone'
    | 'mobile'
    | 'organisation'
    | 'department'
    | 'title',
    readonly string[]
  >
>

/** An entry as it was read: the texts of each attribute, by its name in lower case. */
export interface DirectoryEntry {
  readonly dn: string
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** A user in the directory. */
export interface DirectoryContact {
  /** The same for the same entry. */
  readonly id: string
  readonly contact: Contact
}

/** Who an entry is; undefined where it says neither name nor address. What is too long, or no address, is left out. */
export function directoryContact(
  { dn, values }: DirectoryEntry,
  attributes: DirectoryAttributes,
): DirectoryContact | undefined {
  const all = (names: readonly string[]) =>
    names.flatMap((name) => values.get(name.toLowerCase()) ?? []).flatMap(lineOf)
  const first = (names: readonly string[]) => all(names)[0] ?? ''
  const addresses = all(attributes.email).flatMap((text) => parseMailAddress(text) ?? [])
  const [given, family] = [first(attributes.given), first(attributes.family)]
  const name = first(attributes.name) || `${given} ${family}`.trim() || (addresses[0] ?? '')
  if (name === '') return undefined
  const phones = [
    ...all(attributes.phone).map((number) => ({ number, label: 'work' })),
    ...all(attributes.mobile).map((number) => ({ number, label: 'mobile' })),
  ]
  const contact: Contact = {
    ...emptyContact(name),
    given,
    family,
    organisation: first(attributes.organisation),
    department: first(attributes.department),
    title: first(attributes.title),
    emails: [...new Set(addresses)]
      .slice(0, CONTACT_LIMITS.entries)
      .map((address) => ({ address, label: 'work' })),
    phones: phones.slice(0, CONTACT_LIMITS.entries),
  }
  return { id: createHash('sha256').update(dn).digest('hex').slice(0, 32), contact }
}

/** As a field of one line; none for what is empty or longer than a contact may hold. */
function lineOf(value: string): readonly string[] {
  const text = value.replace(/\p{Cc}+/gu, ' ').trim()
  return text === '' || text.length > CONTACT_LIMITS.lineChars ? [] : [text]
}
