import { z } from 'zod'
import { completeAddress } from '../../contacts/book/completion.ts'
import { defineAction } from '../contract/contract.ts'
import { address } from '../contract/output.ts'
import { addressesOutput } from '../contract/row.ts'
import { searchText } from './input.ts'

/** What fits under a field. */
const SUGGESTED = { people: 8, groups: 2 }

export const completeAddressAction = defineAction({
  name: 'complete-address',
  method: 'GET',
  about: 'contacts, groups and recipients for what is being typed',
  context: 'contacts',
  input: z.strictObject({ typed: searchText }),
  output: z.strictObject({
    kind: z.literal('completions'),
    people: z.array(
      address.extend({ photo: z.string().describe("Names the contact's picture; empty for none") }),
    ),
    groups: z.array(z.strictObject({ name: z.string(), members: z.array(address) })),
    hasDirectory: z.boolean().describe('There is a directory of the company to ask as well'),
  }),
  async run({ typed }, { contacts: book, directory, limits }) {
    // For the next one: no one who types waits for a server of address books.
    void book.refresh()
    const [contacts, usage] = await Promise.all([book.index(), book.usage()])
    const bounds = { ...SUGGESTED, members: limits.recipients }
    const { people: results, groups } = completeAddress(typed, { contacts, usage }, bounds)
    return {
      kind: 'completions',
      people: results.map(({ name, address: mail, photo }) => ({ name, address: mail, photo })),
      groups: groups.map(({ name, members }) => ({ name, members: addressesOutput(members) })),
      hasDirectory: directory !== undefined,
    }
  },
})
