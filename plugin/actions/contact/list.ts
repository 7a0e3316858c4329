import type { ContactEntry } from '../../contacts/book/contact-index.ts'
import { wordMatcher } from '../../contacts/book/fold.ts'
import type { Action } from '../contract/action.ts'

/** Which contacts, and from where on. */
export interface ContactListInput {
  readonly search: string
  /** Empty for all. */
  readonly group: string
  readonly offset: number
}

/** Rows of one answer; the page asks for those in sight. */
const PAGE_ROWS = 100

/** mail/contacts: a part of the list by name, and the groups with their sizes. */
export const contacts: Action<ContactListInput> = {
  method: 'GET',
  async run({ search, group, offset }, { contacts: book, directory }) {
    // Further parts belong to what was shown first.
    const state = offset === 0 ? await book.refresh() : { isReadOnly: false, isRefused: false }
    const [index, usage] = await Promise.all([book.index(), book.usage()])
    const matches = wordMatcher(search)
    const isListed = ({ words, groups }: ContactEntry) =>
      (group === '' || groups.includes(group)) && matches(words)
    const isWhole = search === '' && group === ''
    const listed = isWhole ? index.entries : index.entries.filter(isListed)
    const others = [...usage.byAddress.keys()].filter((key) => !index.byAddress.has(key))
    return {
      kind: 'contacts',
      rows: listed.slice(offset, offset + PAGE_ROWS),
      offset,
      total: listed.length,
      all: index.entries.length,
      revision: index.revision,
      collected: others.length,
      groups: index.groups,
      ...state,
      hasDirectory: directory !== undefined,
    }
  },
}
