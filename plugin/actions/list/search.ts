import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { queryInput, sortInput } from '../contract/list-input.ts'
import { list } from '../contract/output.ts'
import { listShownPage } from './list.ts'

export const search = defineAction({
  name: 'search',
  method: 'GET',
  about:
    "the first page of what matches in a mailbox, under an id that Roundcube's `list` and `refresh` may name",
  context: 'mail',
  input: z.strictObject({ mailbox: mailboxInput, query: queryInput, sort: sortInput }),
  output: z.strictObject({ kind: z.literal('search'), searchId: z.string(), list }),
  isSearch: () => true,
  async run({ mailbox, query, sort }, context) {
    const { account, searches, pageSize } = context
    const searchId = searches.remember(account.user, query)
    const found = await listShownPage({ mailbox, page: 1, pageSize, sort, search: query }, context)
    return { kind: 'search', searchId, list: found }
  },
})
