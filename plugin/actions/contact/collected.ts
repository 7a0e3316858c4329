import { wordMatcher } from '../../contacts/book/fold.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import type { CollectedResult } from '../result/contacts.ts'
import type { Action } from '../contract/action.ts'

/** mail/collected: whom the owner wrote to and has no contact of, the latest first. */
export const collected: Action<{ readonly search: string }> = {
  method: 'GET',
  run: async ({ search }, { contacts: book }) => listCollected(book, search),
}

/** mail/forget-collected: they are suggested no more; those that are written to again are. */
export const forgetCollected: Action<{ readonly addresses: readonly string[] }> = {
  method: 'POST',
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
}

async function listCollected(book: ContactBook, search: string): Promise<CollectedResult> {
  const [index, usage] = await Promise.all([book.index(), book.usage()])
  const matches = wordMatcher(search)
  const people = [...usage.byAddress]
    .filter(([key, { words }]) => !index.byAddress.has(key) && matches(words))
    .map(([, recipient]) => recipient)
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
  return { kind: 'collected', people }
}
