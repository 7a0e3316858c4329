import { z } from 'zod'
import type { MailboxName, SearchQuery, SortOrder } from '../../../proxy/mail/index.ts'
import { mailboxInput, oneLine } from './input.ts'
import { searchTerms } from './search-terms.ts'

/** Which page of which list; `shown` is what this session was last shown of the mailbox. */
export interface ListInput {
  readonly mailbox: MailboxName
  readonly page: number | 'shown'
  /** undefined: newest arrival first. */
  readonly sort: SortOrder | 'shown' | undefined
  readonly search: RequestedSearch | undefined
  readonly isThreaded: boolean
  /** The client is told with each list where drafts, sent mail and trash are. */
  readonly isListingWanted: boolean
}

type RequestedSearch =
  | { readonly kind: 'query'; readonly query: SearchQuery }
  /** One that was made lately, by its id. */
  | { readonly kind: 'id'; readonly searchId: string }

const MAX_TEXT_CHARS = 256
const MAX_PAGE = 10_000_000

const sort = z.strictObject({
  by: z.enum(['received', 'date', 'from', 'to', 'cc', 'subject', 'size']),
  isDescending: z.boolean(),
})

/** Left out: newest arrival first. */
export const sortInput = sort.optional().transform((order): SortOrder | undefined => order)

/** What is looked for, and among which messages, as it was typed. */
export const typedQueryInput = z.strictObject({
  text: oneLine(MAX_TEXT_CHARS).transform((text) => text.trim()),
  fields: z
    .array(z.enum(['subject', 'from', 'to', 'cc', 'text']))
    .min(1)
    .max(5)
    .transform((fields) => [...new Set(fields)]),
  filter: z.enum(['all', 'unseen', 'flagged', 'unanswered', 'attachment']),
})

/** The same with what the text asks for. */
export const queryInput = typedQueryInput.transform((query): SearchQuery => ({
  ...query,
  terms: searchTerms(query.text),
}))

/** A list: all of a mailbox, or what of it is searched for. */
export const listFields = {
  mailbox: mailboxInput,
  sort: sortInput,
  search: queryInput.optional().transform((query): ListInput['search'] => searchOf(query)),
  isThreaded: z.boolean().default(false),
}

/** One page of it. */
export const listInput = z
  .strictObject({ ...listFields, page: z.int().min(1).max(MAX_PAGE).default(1) })
  .transform((input): ListInput => ({ ...input, isListingWanted: false }))

/** Neither words nor a filter narrow anything. */
function searchOf(query: SearchQuery | undefined): ListInput['search'] {
  const isNarrowing = query !== undefined && (query.text !== '' || query.filter !== 'all')
  return isNarrowing ? { kind: 'query', query } : undefined
}
