import { z } from 'zod'
import type { ContactEntry } from '../../contacts/book/contact-index.ts'
import { wordMatcher } from '../../contacts/book/fold.ts'
import { defineAction } from '../contract/contract.ts'
import { count } from '../contract/output.ts'
import { anyGroup, searchText } from './input.ts'
import { contactRow, rowOfContact } from './output.ts'

const MAX_OFFSET = 10_000_000
/** Rows of one response; the page requests those in view. */
const PAGE_ROWS = 100

export const contacts = defineAction({
  name: 'contacts',
  method: 'GET',
  about: 'at most 100 contacts by name from an offset on, the groups and the counts',
  context: 'contacts',
  input: z.strictObject({
    search: searchText.default(''),
    group: anyGroup.describe('Empty for all').default(''),
    offset: z.int().min(0).max(MAX_OFFSET).default(0),
  }),
  output: z.strictObject({
    kind: z.literal('contacts'),
    rows: z.array(contactRow),
    offset: count.describe('Of the first row'),
    total: count.describe('Contacts that match'),
    all: count.describe('Contacts in the book'),
    revision: count.describe('Of the book: rows of another one stand at other places'),
    collected: count.describe('Recipients who are no contacts'),
    groups: z.array(z.strictObject({ name: z.string(), count })),
    isReadOnly: z
      .boolean()
      .describe('The server of the address book cannot serve: the last known book'),
    isRefused: z.boolean().describe('It does not let the owner in; false where it does not answer'),
    hasDirectory: z.boolean().describe('There is a directory of the company to search'),
  }),
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
      rows: listed.slice(offset, offset + PAGE_ROWS).map(rowOfContact),
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
})
