import { z } from 'zod'
import type { FoundMessages, MessageRow } from '../../../proxy/mail/index.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { typedQueryInput } from '../contract/list-input.ts'
import { count, row, uidValidity } from '../contract/output.ts'
import { rowOutput } from '../contract/row.ts'
import { isBefore, searchedFolders } from '../contract/searched-folders.ts'
import { searchTerms } from '../contract/search-terms.ts'

/** Of one answer, and of one folder: more than anyone looks through. */
const MAX_ROWS = 200
/** An answer comes after the folder in which this time is over; the page asks on. */
const CALL_MS = 500

export const find = defineAction({
  name: 'find',
  method: 'GET',
  about:
    'what matches in all folders, or in those that `in:` names, folder by folder: some of them with each request',
  context: 'mail',
  input: z.strictObject({
    query: typedQueryInput,
    after: mailboxInput.describe('The folder that was searched last').optional(),
  }),
  output: z.strictObject({
    kind: z.literal('found'),
    rows: z
      .array(z.strictObject({ mailbox: z.string(), uidValidity, row }))
      .describe('The newest 200 that match in the folders of this answer, newest first'),
    count: count.describe('Messages that match in them'),
    refused: z.array(z.string()).describe('Folders that the mail server did not let be searched'),
    searched: count.describe('Folders that are done with'),
    folders: count.describe('All that are searched'),
    after: z.string().nullable().describe('For the next request; null: this was the last folder'),
  }),
  isSearch: () => true,
  async run({ query, after }, { account, signal }) {
    const { text, mailboxes } = searchedFolders(query.text, await account.mailboxes({ signal }))
    const left = mailboxes
      .map(({ path }) => path)
      .filter((path) => after === undefined || isBefore(after, path))
    const search = { ...query, text, terms: searchTerms(text) }
    const request = { mailboxes: left, search, maxRows: MAX_ROWS, forMs: CALL_MS }
    const { found, refused, searched } = await account.find(request, { signal })
    return {
      kind: 'found',
      rows: newestOf(found),
      count: found.reduce((sum, { count: matching }) => sum + matching, 0),
      refused,
      searched: mailboxes.length - left.length + searched,
      folders: mailboxes.length,
      after: searched < left.length ? (left[searched - 1] ?? null) : null,
    }
  },
})

function newestOf(found: readonly FoundMessages[]) {
  const named = found.flatMap(({ mailbox, uidValidity: validity, rows }) =>
    rows.map((one) => ({ mailbox, uidValidity: validity.toString(), one })),
  )
  return named
    .toSorted((first, second) => dateOf(second) - dateOf(first))
    .slice(0, MAX_ROWS)
    .map(({ one, ...name }) => ({ ...name, row: rowOutput(one) }))
}

function dateOf({ one }: { readonly one: MessageRow }): number {
  return one.summary.date
}
