import { z } from 'zod'

const carddav = z.strictObject({
  url: z
    .string()
    .refine(isAddressBook, 'http:// or https:// with a host, and a path with %u, %n or %d')
    .describe(
      'The address book of a mailbox, e.g. https://dav.example.com/%u/contacts/; %u is the sign-in name, %n and %d are the parts of it before and behind the @',
    ),
})

/** An attribute description of LDAP (RFC 4512 2.5): what is in a filter is nothing else. */
const attribute = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9-]{0,63}$|^[0-9]+(\.[0-9]+){1,31}$/,
    'the name of an attribute, e.g. mail',
  )
const CONTACT_PARTS = [
  ...(['name', 'given', 'family', 'email', 'phone', 'mobile'] as const),
  ...(['organisation', 'department', 'title'] as const),
] as const

/** Of each part of a user the attributes that may hold it, in the order in which they are tried. */
const DEFAULT_ATTRIBUTES: Readonly<Record<(typeof CONTACT_PARTS)[number], readonly string[]>> = {
  name: ['displayName', 'cn'],
  given: ['givenName'],
  family: ['sn'],
  email: ['mail'],
  phone: ['telephoneNumber'],
  mobile: ['mobile'],
  organisation: ['o'],
  department: ['ou', 'departmentNumber'],
  title: ['title'],
}

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
    .describe(
      'Name to sign in with, its password in ldap-password.secret beside the keys; null asks without',
    ),
  filter: z
    .string()
    .refine(isLdapFilter, 'a filter in parentheses (RFC 4515)')
    .default('(mail=*)')
    .describe('Which entries are people'),
  attributes: z
    .partialRecord(z.enum(CONTACT_PARTS), z.array(attribute).max(5))
    .default({})
    .transform((chosen) => ({ ...DEFAULT_ATTRIBUTES, ...chosen }))
    .describe(
      `Attributes that hold ${CONTACT_PARTS.join(', ')}, where they are not the usual ones: a list for each, tried in order`,
    ),
})

/** Its password comes from a file (secrets/server-passwords.ts). */
export type Ldap = z.output<typeof ldap> & { readonly password?: string }

/** `contacts`: where contacts come from beside what users write here. */
export const contacts = z.strictObject({
  carddav: carddav
    .nullable()
    .default(null)
    .describe(
      'CardDAV server that has the contacts of everybody, who are signed in there with the name and password of their mailbox; null: contacts are kept here alone',
    ),
  ldap: ldap
    .transform((settings): Ldap => settings)
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
