import { z } from 'zod'
import { changeContact, createContact, findContact } from '../../contacts/book/change.ts'
import { removeUnusedPhotos } from '../../contacts/book/remove.ts'
import { CONTACT_LIMITS } from '../../contacts/contact-limits.ts'
import {
  type Contact,
  contactSchema,
  emptyContact,
  typedContactSchema,
} from '../../contacts/contact.ts'
import { oneLine as shown } from '../../contacts/one-line.ts'
import { Refusal } from '../../http/refusal.ts'
import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { defineAction } from '../contract/contract.ts'
import { idInput, oneLine } from '../contract/input.ts'
import { mailAddress } from './input.ts'
import { contactFields, contactOutput, contactResult, storedContact } from './output.ts'

export const contact = defineAction({
  name: 'contact',
  method: 'GET',
  about: 'all of one contact',
  context: 'contacts',
  input: z.strictObject({ id: idInput }),
  output: contactOutput,
  run: async ({ id }, { contacts: book }) => contactResult(await findContact(book, id)),
})

export const saveContact = defineAction({
  name: 'save-contact',
  method: 'POST',
  about:
    'creates or changes a contact; where somebody else changed it to something else nothing is kept',
  context: 'contacts',
  input: z.strictObject({
    contact: typedContactSchema,
    base: z
      .strictObject({ id: idInput, version: z.int().min(1), contact: contactSchema })
      .describe('As it was when it was opened; left out for a new one')
      .optional(),
  }),
  output: z.discriminatedUnion('kind', [
    contactOutput,
    z.strictObject({
      kind: z.literal('contact-conflict'),
      theirs: storedContact.nullable().describe('As it is now; null: it was removed'),
      merged: contactFields.nullable().describe('Both changes, theirs where they differ'),
      fields: z.array(z.string()).describe('Where both said something else'),
    }),
  ]),
  async run({ contact: typed, base }, { contacts: book }) {
    const wanted = withPlainAddresses(typed)
    if (base === undefined) return contactResult(await createContact(book, wanted))
    const outcome = await changeContact(book, base, wanted)
    if (outcome.kind === 'conflict') {
      const { theirs, merged, fields } = outcome
      return { kind: 'contact-conflict', theirs: theirs ?? null, merged: merged ?? null, fields }
    }
    if (base.contact.photo !== outcome.stored.contact.photo) {
      await removeUnusedPhotos(book, [base.contact.photo])
    }
    return contactResult(outcome.stored, outcome)
  },
})

/** Addresses as they are kept, whatever case and script their domain was typed in. Throws Refusal, which names one that is none. */
function withPlainAddresses(typed: Contact): Contact {
  const emails = typed.emails.map((email) => {
    const address = parseMailAddress(email.address.trim())
    const about = shown(email.address.slice(0, CONTACT_LIMITS.lineChars))
    if (address === undefined) throw new Refusal('recipient_invalid', { about })
    return { ...email, address }
  })
  return { ...typed, emails }
}

export const addContact = defineAction({
  name: 'add-contact',
  method: 'POST',
  about: 'a contact of somebody in a message: the one that has the address, or a new one',
  context: 'contacts',
  input: z.strictObject({
    name: oneLine(CONTACT_LIMITS.lineChars).transform((name) => name.trim()),
    address: mailAddress,
  }),
  output: contactOutput,
  async run({ name, address }, { contacts: book }) {
    const known = (await book.index()).byAddress.get(address.toLowerCase())
    if (known !== undefined) {
      return contactResult(await findContact(book, known.id), { isKnown: true })
    }
    const added = { ...emptyContact(name || address), emails: [{ address, label: '' }] }
    return contactResult(await createContact(book, added))
  },
})
