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

/** An attribute description of LDAP (RFC 4512 2.5): what stands in a filter is nothing else. */
const attribute = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9-]{0,63}$|^[0-9]+(\.[0-9]+){1,31}$/,
    'the name of an attribute, e.g. mail',
  )
const attributes = (names: readonly string[]) =>
  z
    .array(attribute)
    .max(5)
    .default([...names])

const ldap = z.strictObject({
  url: z
    .string()
    .refine(isDirectory, 'ldap:// or ldaps:// with a host, and no more than a port')
    .describe('Server of the directory, e.g. ldaps://ldap.example.com'),
  startTls: z
    .boolean()
    .default(false)
    .describe('Encrypt the connection of an ldap:// address before anything is asked (StartTLS)'),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  baseDn: z.string().min(1).describe('Where the people are, e.g. ou=people,dc=example,dc=com'),
  bindDn: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Name to sign in with; null asks without'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Its password; better in ldap-password.secret beside the keys'),
  filter: z
    .string()
    .refine(isLdapFilter, 'a filter in parentheses (RFC 4515)')
    .default('(mail=*)')
    .describe('Which entries are people'),
  attributes: z
    .strictObject({
      name: attributes(['displayName', 'cn']).describe(
        'Attributes of the name, the first that is there',
      ),
      given: attributes(['givenName']).describe('Attributes of the given name'),
      family: attributes(['sn']).describe('Attributes of the family name'),
      email: attributes(['mail']).describe('Attributes of addresses'),
      phone: attributes(['telephoneNumber']).describe('Attributes of telephone numbers at work'),
      mobile: attributes(['mobile']).describe('Attributes of mobile numbers'),
      organisation: attributes(['o']).describe(
        'Attributes of the organisation, the first that is there',
      ),
      department: attributes(['ou', 'departmentNumber']).describe(
        'Attributes of the department, the first that is there',
      ),
      title: attributes(['title']).describe('Attributes of the job title, the first that is there'),
    })
    .prefault({})
    .describe('Attributes of what is shown. People are found by name, given, family and email'),
  entries: count(1, 1_000).default(100).describe('Entries of one answer'),
  timeoutMs: milliseconds(100, 60_000)
    .default(5_000)
    .describe('Limit of one question, with its connection'),
  completionMs: milliseconds(50, 10_000)
    .default(1_000)
    .describe('The same while an address is typed, which waits for nothing else'),
  connections: count(1, 100)
    .default(4)
    .describe('Connections at most, each for one question at a time'),
  waiting: count(0, 10_000).default(100).describe('Questions that may wait for one'),
  idleMs: milliseconds(1_000, HOUR_MS)
    .default(30_000)
    .describe('A connection nobody used for so long is closed'),
  restMs: milliseconds(0, HOUR_MS)
    .default(5_000)
    .describe('A server that did not answer is left alone for so long'),
})

/** `contacts`: where contacts come from beside what people write here. */
export const contacts = z.strictObject({
  carddav: carddav
    .nullable()
    .default(null)
    .describe(
      'CardDAV server that has the contacts of everybody, who are signed in there with the name and password of their mailbox; null: contacts are kept here alone',
    ),
  ldap: ldap
    .nullable()
    .default(null)
    .describe(
      'Directory of the company, which everybody may search and nobody changes; null: none',
    ),
})

/** Placeholders are in the path alone: names of hosts do not come from who signs in. */
function isAddressBook(template: string): boolean {
  const isTemplate = /^https?:\/\/[^/%]+\/[^?#]*%[und]/.test(template)
  return isTemplate && URL.canParse(template.replace(/%[und]/g, 'x'))
}

function isDirectory(address: string): boolean {
  if (!/^ldaps?:\/\/[^/?#@]+\/?$/.test(address) || !URL.canParse(address)) return false
  return new URL(address).hostname !== ''
}

/** One filter whose parentheses close: what is put beside it stays beside it. An escaped one stands as \\28 or \\29 (RFC 4515 3). */
function isLdapFilter(filter: string): boolean {
  let depth = 0
  for (let at = 0; at < filter.length; at += 1) {
    if (filter[at] === '(') depth += 1
    if (filter[at] === ')') depth -= 1
    const isEnd = at === filter.length - 1
    if (depth < 0 || (depth === 0) !== isEnd) return false
  }
  return /^\(.+\)$/s.test(filter)
}
