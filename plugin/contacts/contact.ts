import { z } from 'zod'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { CONTACT_LIMITS } from './contact-limits.ts'
import { isLines, isOneLine } from './one-line.ts'

const line = z.string().max(CONTACT_LIMITS.lineChars).refine(isOneLine)
const lines = (maxChars: number) => z.string().max(maxChars).refine(isLines)
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(CONTACT_LIMITS.entries)

/** `home`, `work`, `mobile`, `fax`, `pager`, `main`, a word of the contact's own, or empty. */
const label = line

/** One contact. An empty text says nothing; what may stand several times is in the contact's order, the preferred first. */
export const contactSchema = z.strictObject({
  /** As it is shown and sorted: never empty. */
  name: line.refine((text) => text !== ''),
  prefix: line,
  given: line,
  middle: line,
  family: line,
  suffix: line,
  nickname: line,
  organisation: line,
  department: line,
  title: line,
  emails: listOf(
    z.strictObject({
      address: line.refine((text) => parseMailAddress(text) === text),
      label,
    }),
  ),
  phones: listOf(z.strictObject({ number: line.refine((text) => text !== ''), label })),
  addresses: listOf(
    z
      .strictObject({
        street: lines(CONTACT_LIMITS.lineChars),
        city: line,
        region: line,
        postcode: line,
        country: line,
        label,
      })
      .refine(
        ({ street, city, region, postcode, country }) =>
          `${street}${city}${region}${postcode}${country}` !== '',
      ),
  ),
  websites: listOf(z.strictObject({ url: line.refine((text) => text !== ''), label })),
  /** `1990-04-12`, or `--04-12` without the year (RFC 6350 4.3.1). */
  birthday: z
    .string()
    .regex(/^$|^([0-9]{4}|-)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)
    .meta({ examples: ['1990-04-12'] }),
  note: lines(CONTACT_LIMITS.noteChars),
  /** The groups the contact is in; a group is there while a user is in it. */
  groups: z.array(line.refine((text) => text !== '')).max(CONTACT_LIMITS.groups),
  /** Which picture, by the SHA-256 of its bytes; empty for none. */
  photo: z
    .string()
    .regex(/^$|^[0-9a-f]{64}$/)
    .meta({ examples: [''] }),
  /** What other programs name the contact by (RFC 6350 6.7.6): an import of the same file finds it again. */
  uid: line,
})

/** The same as a user types it: what stands as an address may not be one yet. */
export const typedContactSchema = contactSchema.extend({
  emails: listOf(z.strictObject({ address: z.string().max(CONTACT_LIMITS.lineChars), label })),
})

export type Contact = Readonly<{
  [Field in keyof z.infer<typeof contactSchema>]: z.infer<
    typeof contactSchema
  >[Field] extends (infer Item)[]
    ? readonly Readonly<Item>[]
    : z.infer<typeof contactSchema>[Field]
}>

/** A contact of this name that says nothing else. */
export function emptyContact(name: string): Contact {
  return {
    name,
    prefix: '',
    given: '',
    middle: '',
    family: '',
    suffix: '',
    nickname: '',
    organisation: '',
    department: '',
    title: '',
    emails: [],
    phones: [],
    addresses: [],
    websites: [],
    birthday: '',
    note: '',
    groups: [],
    photo: '',
    uid: '',
  }
}

const storedContact = contactSchema.partial()

/** A contact as the store keeps it: what says nothing is left out. */
export function writeContact(contact: Contact): string {
  const said: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(contact)) if (value.length > 0) said[field] = value
  return JSON.stringify(said)
}

/** Reads what the store keeps; undefined for what is damaged or of a later version. */
export function readContact(body: string): Contact | undefined {
  try {
    const { name, ...rest } = storedContact.parse(JSON.parse(body))
    return name === undefined ? undefined : { ...emptyContact(name), ...definedOf(rest) }
  } catch {
    // Of a later version, or damaged: it is left as it is, and not shown.
    return undefined
  }
}

function definedOf<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const known: { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } = {}
  return Object.assign(known, fields)
}
