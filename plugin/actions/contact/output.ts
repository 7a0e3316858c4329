import { z } from 'zod'
import type { StoredContact } from '../../contacts/book/change.ts'
import type { ContactEntry } from '../../contacts/book/contact-index.ts'
import type { DeepReadonly, ResultOf } from '../contract/contract.ts'
import { count } from '../contract/output.ts'

// What answers about contacts are made of.

const text = z.string()
const label = text.describe('home, work, mobile, fax, pager, a word of the person, or empty')

/** All of a contact; an empty text says nothing. */
export const contactFields = z.strictObject({
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

/** What a list shows of a contact. */
export const contactRow = z.strictObject({
  id: text,
  version: storedVersion,
  name: text,
  organisation: text,
  emails: z.array(text),
  phone: text,
  groups: z.array(text),
  photo: text,
})

/** A contact as it is in the book. */
export const storedContact = z.strictObject({
  id: text,
  version: storedVersion,
  contact: contactFields,
})

export const contactOutput = z.strictObject({
  kind: z.literal('contact'),
  entry: storedContact,
  isMerged: z.boolean().describe('It was changed elsewhere as well and has both changes'),
  isKnown: z.boolean().describe('It was there already'),
})

export const contactsChanged = z.strictObject({ kind: z.literal('contacts-changed'), count })

/** A contact as a response. */
export function contactResult(
  { id, version, contact }: StoredContact,
  { isMerged = false, isKnown = false } = {},
): ResultOf<typeof contactOutput> {
  return { kind: 'contact', entry: { id, version, contact }, isMerged, isKnown }
}

export function rowOfContact(entry: ContactEntry): DeepReadonly<z.output<typeof contactRow>> {
  const { id, version, name, organisation, emails, phone, groups, photo } = entry
  return { id, version, name, organisation, emails, phone, groups, photo }
}
