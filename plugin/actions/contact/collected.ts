import { z } from 'zod'
import { wordMatcher } from '../../contacts/book/fold.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { address, count } from '../contract/output.ts'
import { mailAddress, MAX_CONTACTS, searchText } from './input.ts'

const output = z.strictObject({
  kind: z.literal('collected'),
  people: z.array(address.extend({ uses: count, lastUsedAt: z.number().describe('Unix ms') })),
})

export const collected = defineAction({
  name: 'collected',
  method: 'GET',
  about: 'whom the owner wrote to and has no contact of, the latest first',
  context: 'contacts',
  input: z.strictObject({ search: searchText.default('') }),
  output,
  run: async ({ search }, { contacts: book }) => listCollected(book, search),
})

export const forgetCollected = defineAction({
  name: 'forget-collected',
  method: 'POST',
  about: 'recipients are suggested no more, unless they are written to again; answers who is left',
  context: 'contacts',
  input: z.strictObject({ addresses: z.array(mailAddress).min(1).max(MAX_CONTACTS) }),
  output,
  async run({ addresses }, { contacts: book }) {
    const { byAddress } = await book.usage()
    const changes = addresses.flatMap((address) => {
      const known = byAddress.get(address.toLowerCase())
      return known === undefined
        ? []
        : [{ id: known.id, baseVersion: known.version, body: undefined }]
    })
    // One that was written to meanwhile is no longer to be forgotten.
    if (changes.length > 0) await book.save('collected', changes)
    return listCollected(book, '')
  },
})

async function listCollected(book: ContactBook, search: string): Promise<ResultOf<typeof output>> {
  const [index, usage] = await Promise.all([book.index(), book.usage()])
  const matches = wordMatcher(search)
  const people = [...usage.byAddress]
    .filter(([key, { words }]) => !index.byAddress.has(key) && matches(words))
    .map(([, { name, address: mail, uses, lastUsedAt }]) => ({
      name,
      address: mail,
      uses,
      lastUsedAt,
    }))
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
  return { kind: 'collected', people }
}
