import type { SearchQuery } from '../../../proxy/mail/index.ts'
import type { ListInput } from '../../actions/list/list.ts'
import type { RefreshInput } from '../../actions/list/refresh.ts'
import type { InputOf } from '../../actions/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  isOn,
  oneOf,
  optionalMailboxName,
  optionalUidList,
  pageNumber,
  singleLine,
  sortOrder,
  uidRanges,
  uidValidityOf,
} from '../fields.ts'

const MAX_TEXT_CHARS = 256
const MAX_STATE_CHARS = 128

/** Reads `_mbox` (INBOX when missing), `_page`, `_sort`, `_threads`, and the search with its text in `_search`. */
export function listInput(parameters: Parameters): ListInput {
  const query = searchQuery(parameters, '_search')
  return {
    mailbox: optionalMailboxName(parameters, '_mbox') ?? 'INBOX',
    page: pageNumber(parameters) ?? 1,
    sort: sortOrder(parameters),
    search: query && { kind: 'query', query },
    isThreaded: isOn(parameters, '_threads'),
    isListingWanted: false,
  }
}

/** Reads what a page knows, with the list that it shows as its dialect reads one. */
export function refreshInput(
  parameters: Parameters,
  readList: (parameters: Parameters) => ListInput,
): RefreshInput {
  return {
    list: isOn(parameters, '_list') ? readList(parameters) : undefined,
    uids: optionalUidList(parameters, '_uids'),
    state: singleLine(parameters, '_state', MAX_STATE_CHARS),
    isCounting: isOn(parameters, '_folderlist'),
    ticked: uidRanges(parameters, '_ticked'),
  }
}

/** What a mark would change: only that is worth a write, and only that may be undone. */
const CHANGED_BY = {
  read: 'UNSEEN',
  unread: 'SEEN',
  flagged: 'UNFLAGGED',
  unflagged: 'FLAGGED',
} as const

/** Reads a list, with `_flag` the mark that is to be set, and with `_ends` the first and the last message. */
export function uidsInput(
  parameters: Parameters,
  readList: (parameters: Parameters) => ListInput,
): InputOf<'uids'> {
  const [one, other = one, ...rest] = optionalUidList(parameters, '_ends') ?? []
  if (rest.length > 0) throw new Refusal('input_invalid')
  const isMarked = (parameters.get('_flag') ?? '') !== ''
  return {
    ...readList(parameters),
    flags: isMarked
      ? CHANGED_BY[oneOf(parameters, '_flag', ['read', 'unread', 'flagged', 'unflagged'])]
      : undefined,
    uidValidity: uidValidityOf(parameters, '_uidvalidity'),
    ends: one === undefined || other === undefined ? undefined : [one, other],
  }
}

/** Reads a search, whose text is in `_q`. */
export function searchInput(parameters: Parameters): InputOf<'search'> {
  const query = searchQuery(parameters, '_q')
  if (query === undefined) throw new Refusal('input_invalid')
  const mailbox = optionalMailboxName(parameters, '_mbox') ?? 'INBOX'
  return { mailbox, query, sort: sortOrder(parameters) }
}

/**
 * The search of a request: its text in `textName`, `_headers` and `_filter`. Undefined when neither
 * narrows anything. Scopes and intervals of Roundcube's form beyond the mailbox itself are refused:
 * leaving them out would show a wrong result.
 */
function searchQuery(parameters: Parameters, textName: string): SearchQuery | undefined {
  const text = singleLine(parameters, textName, MAX_TEXT_CHARS).trim()
  const filter = filterOf(parameters.get('_filter'))
  if (!['', 'base'].includes(parameters.get('_scope') ?? '')) throw new Refusal('input_invalid')
  if ((parameters.get('_interval') ?? '') !== '') throw new Refusal('input_invalid')
  if (text === '' && filter === 'all') return undefined
  return { text, fields: fieldsOf(parameters.get('_headers')), filter }
}

const FILTERS: ReadonlyMap<string, SearchQuery['filter']> = new Map([
  ['ALL', 'all'],
  ['UNSEEN', 'unseen'],
  ['FLAGGED', 'flagged'],
  ['UNANSWERED', 'unanswered'],
  ['ATTACHMENT', 'attachment'],
])

function filterOf(text: string | undefined): SearchQuery['filter'] {
  const filter = FILTERS.get(text === undefined || text === '' ? 'ALL' : text)
  if (filter === undefined) throw new Refusal('input_invalid')
  return filter
}

const FIELDS: ReadonlyMap<string, SearchQuery['fields'][number]> = new Map([
  ['subject', 'subject'],
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['text', 'text'],
])

function fieldsOf(text: string | undefined): SearchQuery['fields'] {
  const names = (text === undefined || text === '' ? 'subject,from' : text).split(
    ',',
    FIELDS.size + 1,
  )
  const fields = names.map((name) => FIELDS.get(name))
  const known = fields.filter((field) => field !== undefined)
  if (known.length < fields.length) throw new Refusal('input_invalid')
  return [...new Set(known)]
}
