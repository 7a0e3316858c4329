import type { Fields } from './http/http-client.ts'

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

const headers: Readonly<Record<SearchScope, string>> = {
  usual: 'subject,from,to',
  subject: 'subject',
  from: 'from',
  to: 'to,cc',
  text: 'text',
}

/** The query as the wire spells it. */
export function queryFields(query: ListQuery): Fields {
  const { mailbox, order, isThreaded, search, scope, filter } = query
  return {
    _mbox: mailbox,
    _sort: `${order.column}_${order.isDescending ? 'DESC' : 'ASC'}`,
    _threads: isThreaded ? 1 : undefined,
    ...(isNarrowed(query) ? { _search: search, _headers: headers[scope], _filter: filter } : {}),
  }
}
