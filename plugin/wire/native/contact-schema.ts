import { z } from 'zod'

const count = z.int().min(0)
const version = z.literal(1)
const text = z.string()
const address = z.strictObject({ name: text, address: text })
const label = text.describe('home, work, mobile, fax, pager, a word of the person, or empty')

/** All of a contact; an empty text says nothing. */
const contactFields = z.strictObject({
  name: text,
  prefix: text,
  given: text,
  middle: text,
  family: text,
  suffix: text,
  nickname: text,
  organisation: text,
  department: text,
  title: text,
  emails: z.array(z.strictObject({ address: text, label })),
  phones: z.array(z.strictObject({ number: text, label })),
  addresses: z.array(
    z.strictObject({
      street: text,
      city: text,
      region: text,
      postcode: text,
      country: text,
      label,
    }),
  ),
  websites: z.array(z.strictObject({ url: text, label })),
  birthday: text.describe('1990-04-12, or --04-12 without the year'),
  note: text,
  groups: z.array(text),
  photo: text.describe('Names the picture for contact-photo'),
  uid: text,
})

const storedVersion = z.int().min(1).describe('Sent back with a change')
const row = z.strictObject({
  id: text,
  version: storedVersion,
  name: text,
  organisation: text,
  emails: z.array(text),
  phone: text,
  groups: z.array(text),
  photo: text,
})

const stored = { id: text, version: storedVersion, contact: contactFields }

/** The answers about contacts. */
export const contactResponses = [
  z.strictObject({
    version,
    kind: z.literal('contacts'),
    rows: z.array(row),
    offset: count.describe('Of the first row'),
    total: count.describe('Contacts that match'),
    all: count.describe('Contacts in the book'),
    revision: count.describe('Of the book: rows of another one stand at other places'),
    collected: count.describe('Recipients who are no contacts'),
    groups: z.array(z.strictObject({ name: text, count })),
    isReadOnly: z
      .boolean()
      .describe('The server of the address book can not serve: the last known book'),
    isRefused: z.boolean().describe('It does not let the owner in; false where it does not answer'),
    hasDirectory: z.boolean().describe('There is a directory of the company to search'),
  }),
  z.strictObject({
    version,
    kind: z.literal('collected'),
    people: z.array(address.extend({ uses: count, lastUsedAt: z.number().describe('Unix ms') })),
  }),
  z.strictObject({
    version: version,
    kind: z.literal('contact'),
    entry: z.strictObject(stored),
    isMerged: z.boolean().describe('It was changed elsewhere as well and has both changes'),
    isKnown: z.boolean().describe('It was there already'),
  }),
  z.strictObject({
    version,
    kind: z.literal('contact-conflict'),
    theirs: z.strictObject(stored).nullable().describe('As it is now; null: it was removed'),
    merged: contactFields.nullable().describe('Both changes, theirs where they differ'),
    fields: z.array(text).describe('Where both said something else'),
  }),
  z.strictObject({ version, kind: z.literal('contacts-changed'), count }),
  z.strictObject({ version, kind: z.literal('contact-doubles'), sets: z.array(z.array(row)) }),
  z.strictObject({
    version,
    kind: z.literal('completions'),
    people: z.array(address),
    groups: z.array(z.strictObject({ name: text, members: z.array(address) })),
    hasDirectory: z.boolean().describe('There is a directory of the company to ask as well'),
  }),
  z.strictObject({
    version,
    kind: z.literal('directory'),
    people: z.array(z.strictObject({ id: text, contact: contactFields })),
    isCut: z.boolean().describe('More people match'),
    isAvailable: z.boolean().describe('False: the directory does not answer just now'),
  }),
  z.strictObject({
    version,
    kind: z.literal('contact-import'),
    added: count,
    changed: count.describe('Were there under their UID and lacked something'),
    same: count.describe('Were there already'),
    problems: z
      .array(z.strictObject({ line: z.int().min(1), code: text, about: text }))
      .describe('What was left out, the first of it'),
    problemCount: count.describe('All of it'),
  }),
  z.strictObject({ version, kind: z.literal('contact-photo'), photo: text }),
] as const
