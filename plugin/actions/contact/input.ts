import { z } from 'zod'
import { CONTACT_LIMITS } from '../../contacts/contact-limits.ts'
import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { idInput, oneLine } from '../contract/input.ts'

// What the inputs of actions on contacts are made of.

const MAX_SEARCH_CHARS = 256
/** Contacts that one request may name. */
export const MAX_CONTACTS = 5_000

export const searchText = oneLine(MAX_SEARCH_CHARS).transform((text) => text.trim())

/** Empty for all contacts. */
export const anyGroup = oneLine(CONTACT_LIMITS.lineChars).transform((name) => name.trim())

export const groupName = anyGroup.refine((name) => name !== '').meta({ examples: ['Friends'] })

export const mailAddress = z
  .string()
  .meta({ examples: ['ada@example.test'] })
  .transform((text) => parseMailAddress(text) ?? '')
  .refine((address) => address !== '')

/** So many contacts as they were seen, each once. */
export function seenContacts(least: number, most: number) {
  return z
    .array(z.strictObject({ id: idInput, version: z.int().min(1) }))
    .min(least)
    .max(most)
    .refine((seen) => new Set(seen.map(({ id }) => id)).size === seen.length)
}
