import { completeAddress } from '../../contacts/book/completion.ts'
import type { Action } from '../contract/action.ts'

/** What fits under a field. */
const SUGGESTED = { people: 8, groups: 2 }

/** mail/complete-address: contacts, groups and recipients for what is being typed. */
export const completeAddressAction: Action<{ readonly typed: string }> = {
  method: 'GET',
  async run({ typed }, { contacts: book, directory, limits }) {
    // For the next one: nobody who types waits for a server of address books.
    void book.refresh()
    const [contacts, usage] = await Promise.all([book.index(), book.usage()])
    const bounds = { ...SUGGESTED, members: limits.recipients }
    const found = completeAddress(typed, { contacts, usage }, bounds)
    return { kind: 'completions', ...found, hasDirectory: directory !== undefined }
  },
}
