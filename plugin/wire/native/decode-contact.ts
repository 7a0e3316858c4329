import { z } from 'zod'
import type { ActionName, InputOf } from '../../actions/index.ts'
import type { SeenContacts } from '../../contacts/book/remove.ts'
import { CONTACT_LIMITS } from '../../contacts/contact-limits.ts'
import { contactSchema, type Contact } from '../../contacts/contact.ts'
import { oneLine } from '../../contacts/one-line.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { oneOf, singleLine } from '../fields.ts'

const MAX_SEARCH_CHARS = 256
const MAX_OFFSET = 10_000_000
/** Contacts that one request may name. */
const MAX_CONTACTS = 5_000
const MAX_MERGED = 50
const MAX_CONTACT_CHARS = 100_000
const ID = /^[a-z0-9-]{1,64}$/

type ContactDecoders = {
  readonly [Name in ContactActionName]: (parameters: Parameters) => InputOf<Name>
}

type ContactActionName = Extract<
  ActionName,
  | 'add-contact'
  | 'collected'
  | 'complete-address'
  | 'contact'
  | 'contact-doubles'
  | 'contact-photo'
  | 'contacts'
  | 'delete-contacts'
  | 'delete-group'
  | 'directory'
  | 'export-contacts'
  | 'forget-collected'
  | 'group-contacts'
  | 'import-contacts'
  | 'keep-contact-photo'
  | 'merge-contacts'
  | 'rename-group'
  | 'save-contact'
>

/** How our page names contacts: the same in each dialect, for no other front end asks for them here. */
export const contactDecoders: ContactDecoders = {
  'add-contact': (parameters) => ({
    name: singleLine(parameters, '_person', CONTACT_LIMITS.lineChars).trim(),
    address: mailAddress(parameters.get('_address') ?? ''),
  }),
  collected: (parameters) => ({ search: searchText(parameters) }),
  'complete-address': (parameters) => ({ typed: searchText(parameters) }),
  contact: (parameters) => ({ id: idOf(parameters.get('_id') ?? '') }),
  'contact-doubles': () => undefined,
  'contact-photo': (parameters) => ({ photo: idOf(parameters.get('_photo') ?? '') }),
  contacts: (parameters) => ({
    search: searchText(parameters),
    group: groupName(parameters),
    offset: offsetOf(parameters.get('_offset') ?? '0'),
  }),
  'delete-contacts': (parameters) => ({ seen: seenContacts(parameters, MAX_CONTACTS) }),
  'delete-group': (parameters) => ({ group: requiredGroup(parameters) }),
  directory: (parameters) => ({
    search: searchText(parameters),
    isCompletion: oneOf(parameters, '_completes', ['1', '0']) === '1',
  }),
  'export-contacts': (parameters) => ({
    format: oneOf(parameters, '_format', ['vcard', 'csv']),
    group: groupName(parameters),
  }),
  'forget-collected': (parameters) => ({
    addresses: wordsOf(parameters, '_addresses', MAX_CONTACTS).map(mailAddress),
  }),
  'group-contacts': (parameters) => ({
    ids: wordsOf(parameters, '_members', MAX_CONTACTS).map(idOf),
    group: requiredGroup(parameters),
    isIn: oneOf(parameters, '_in', ['1', '0']) === '1',
  }),
  'import-contacts': (parameters) => ({
    file: oneFile(parameters),
    group: groupName(parameters),
  }),
  'keep-contact-photo': (parameters) => ({ file: oneFile(parameters) }),
  'merge-contacts'(parameters) {
    const seen = seenContacts(parameters, MAX_MERGED)
    if (seen.length < 2) throw new Refusal('input_invalid')
    return { seen }
  },
  'rename-group'(parameters) {
    const name = singleLine(parameters, '_new_group', CONTACT_LIMITS.lineChars).trim()
    if (name === '') throw new Refusal('input_invalid')
    return { group: requiredGroup(parameters), name }
  },
  'save-contact'(parameters) {
    const contact = contactOf(parameters, '_contact')
    if ((parameters.get('_id') ?? '') === '') return { contact, base: undefined }
    const id = idOf(parameters.get('_id') ?? '')
    const version = versionOf(parameters.get('_version') ?? '')
    return { contact, base: { id, version, contact: contactOf(parameters, '_base') } }
  },
}

function contactOf(parameters: Parameters, name: string): Contact {
  const text = parameters.get(name) ?? ''
  if (text.length > MAX_CONTACT_CHARS) throw new Refusal('input_invalid')
  try {
    return contactSchema.parse(withPlainAddresses(JSON.parse(text)))
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('input_invalid', { cause })
  }
}

const typedAddresses = z.looseObject({ emails: z.array(z.looseObject({ address: z.string() })) })

/** Addresses as they are kept, whatever case and script their domain was typed in. Throws Refusal, which names one that is none. */
function withPlainAddresses(contact: unknown): unknown {
  const typed = typedAddresses.safeParse(contact)
  if (!typed.success) return contact
  const emails = typed.data.emails.map((email) => {
    const address = parseMailAddress(email.address.trim())
    const about = oneLine(email.address.slice(0, CONTACT_LIMITS.lineChars))
    if (address === undefined) throw new Refusal('recipient_invalid', { about })
    return { ...email, address }
  })
  return { ...typed.data, emails }
}

function searchText(parameters: Parameters): string {
  return singleLine(parameters, '_search', MAX_SEARCH_CHARS).trim()
}

function groupName(parameters: Parameters): string {
  return singleLine(parameters, '_group', CONTACT_LIMITS.lineChars).trim()
}

function requiredGroup(parameters: Parameters): string {
  const group = groupName(parameters)
  if (group === '') throw new Refusal('input_invalid')
  return group
}

function mailAddress(text: string): string {
  const address = parseMailAddress(text)
  if (address === undefined) throw new Refusal('input_invalid')
  return address
}

/** Contacts as `id:version,id:version`, each once. */
function seenContacts(parameters: Parameters, max: number): SeenContacts {
  const seen = wordsOf(parameters, '_ids', max).map((word) => {
    const [id = '', version = '', ...rest] = word.split(':')
    if (rest.length > 0) throw new Refusal('input_invalid')
    return { id: idOf(id), version: versionOf(version) }
  })
  if (new Set(seen.map(({ id }) => id)).size < seen.length) throw new Refusal('input_invalid')
  return seen
}

/** Words between commas: at least one. */
function wordsOf(parameters: Parameters, name: string, max: number): readonly string[] {
  const words = (parameters.get(name) ?? '').split(',', max + 1)
  if (words.length > max || words[0] === '') throw new Refusal('input_invalid')
  return words
}

function idOf(text: string): string {
  if (!ID.test(text)) throw new Refusal('input_invalid')
  return text
}

function versionOf(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new Refusal('input_invalid')
  return Number(text)
}

function offsetOf(text: string): number {
  const offset = /^[0-9]{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (!(offset <= MAX_OFFSET)) throw new Refusal('input_invalid')
  return offset
}

function oneFile({ files }: Parameters): Buffer {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw new Refusal('input_invalid')
  return file.content
}
