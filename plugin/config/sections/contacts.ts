import { z } from 'zod'
import { count, HOUR_MS, MIB, milliseconds } from './units.ts'

const carddav = z.strictObject({
  url: z
    .string()
    .refine(isAddressBook, 'http:// or https:// with a host, and a path with %u, %n or %d')
    .describe(
      'The address book of a mailbox, e.g. https://dav.example.com/%u/contacts/; %u is the sign-in name, %n and %d are the parts of it before and behind the @',
    ),
  timeoutMs: milliseconds(100, 60_000).default(10_000).describe('Limit of one question to it'),
  waitMs: milliseconds(0, 30_000)
    .default(3_000)
    .describe('Who opens the contacts waits so long for changes; then the copy is shown'),
  freshMs: milliseconds(1_000, HOUR_MS)
    .default(30_000)
    .describe('Changes are asked for once in it, and so is a server that did not answer'),
  cards: count(100, 100_000)
    .default(10_000)
    .describe(
      'Cards of one address book; a larger one is not read. Each takes two of limits.personalDocuments',
    ),
  answerBytes: count(64 * 1024, 256 * MIB)
    .default(16 * MIB)
    .describe('Size of one answer; a longer one is not read to its end'),
})

/** `contacts`: where contacts come from beside what people write here. */
export const contacts = z.strictObject({
  carddav: carddav
    .nullable()
    .default(null)
    .describe(
      'CardDAV server that has the contacts of everybody, who are signed in there with the name and password of their mailbox; null: contacts are kept here alone',
    ),
})

/** Placeholders are in the path alone: names of hosts do not come from who signs in. */
function isAddressBook(template: string): boolean {
  const isTemplate = /^https?:\/\/[^/%]+\/[^?#]*%[und]/.test(template)
  return isTemplate && URL.canParse(template.replace(/%[und]/g, 'x'))
}
