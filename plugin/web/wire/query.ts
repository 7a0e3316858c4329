import type { Fields } from './door.ts'

export type SortColumn = 'subject' | 'from' | 'to' | 'date' | 'size'
export type ListFilter = 'ALL' | 'UNSEEN' | 'FLAGGED' | 'ATTACHMENT'

/** What a list is about. Without `sort` the newest arrival comes first. */
export interface ListQuery {
  readonly mailbox: string
  readonly sort: { readonly column: SortColumn; readonly isDescending: boolean } | undefined
  readonly search: string
  readonly filter: ListFilter
}

/** Everything of a mailbox, newest arrival first. */
export function wholeMailbox(mailbox: string): ListQuery {
  return { mailbox, sort: undefined, search: '', filter: 'ALL' }
}

/** True when the list shows only a part of the mailbox. */
export function isNarrowed(query: ListQuery): boolean {
  return query.search !== '' || query.filter !== 'ALL'
}

/** The query as the wire spells it. */
export function queryFields(query: ListQuery): Fields {
  return {
    _mbox: query.mailbox,
    _sort: query.sort && `${query.sort.column}_${query.sort.isDescending ? 'DESC' : 'ASC'}`,
    ...(isNarrowed(query)
      ? { _search: query.search, _headers: 'subject,from,to', _filter: query.filter }
      : {}),
  }
}
