import type { NativeInputOf } from '../../wire/native/types.ts'

type Search = NonNullable<NativeInputOf<'list'>['search']>
type SearchField = Search['fields'][number]

export type SortColumn = 'arrival' | 'date' | 'from' | 'to' | 'subject' | 'size'
export type ListFilter = 'ALL' | 'UNSEEN' | 'FLAGGED' | 'ATTACHMENT'
/** Where the words of a search are looked for. */
export type SearchScope = 'usual' | 'subject' | 'from' | 'to' | 'text'

export interface SortedBy {
  readonly column: SortColumn
  readonly isDescending: boolean
}

/** What a list is about. */
export interface ListQuery {
  readonly mailbox: string
  readonly order: SortedBy
  /** Answers below what they answer; of the order only the direction counts then. */
  readonly isThreaded: boolean
  readonly search: string
  readonly scope: SearchScope
  readonly filter: ListFilter
}

const newestFirst: SortedBy = { column: 'arrival', isDescending: true }

/** Everything of a mailbox, newest arrival first. */
export function wholeMailbox(mailbox: string, isThreaded: boolean): ListQuery {
  return {
    mailbox,
    order: newestFirst,
    isThreaded,
    search: '',
    scope: 'usual',
    filter: 'ALL',
  }
}

/** True when the list shows only a part of the mailbox. */
export function isNarrowed(query: ListQuery): boolean {
  return query.search !== '' || query.filter !== 'ALL'
}

/** Where a scope looks. */
export const fieldsOf: Readonly<Record<SearchScope, readonly SearchField[]>> = {
  usual: ['subject', 'from', 'to'],
  subject: ['subject'],
  from: ['from'],
  to: ['to', 'cc'],
  text: ['text'],
}

/** A filter as the wire names it. */
export const filterOf = {
  ALL: 'all',
  UNSEEN: 'unseen',
  FLAGGED: 'flagged',
  ATTACHMENT: 'attachment',
} as const satisfies Record<ListFilter, Search['filter']>

/** The list of a query: all its messages. */
export function wholeListInput(query: ListQuery) {
  const { mailbox, order, isThreaded, search, scope, filter } = query
  const { column, isDescending } = order
  return {
    mailbox,
    sort: { by: column === 'arrival' ? 'received' : column, isDescending },
    isThreaded: isThreaded ? true : undefined,
    search: isNarrowed(query)
      ? { text: search, fields: fieldsOf[scope], filter: filterOf[filter] }
      : undefined,
  } as const
}

/** One page of it. */
export function listInput(query: ListQuery, page: number): NativeInputOf<'list'> {
  return { ...wholeListInput(query), page }
}
