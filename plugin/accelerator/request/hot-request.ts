import { HOT_ACTIONS } from '../../config/sections/webmail-accelerate.ts'
import type { SortChoice } from './response.ts'

/** An action that Postern can answer for a session of Roundcube. */
export type HotAction = (typeof HOT_ACTIONS)[number]

/** What is counted by who answered it. */
export type AcceleratedAction = HotAction | 'sign-in'

/** A request in the words of Roundcube's front end, with nothing in it that is not understood. */
export type HotRequest =
  | { readonly action: 'keep-alive'; readonly unlock: string | undefined }
  | {
      readonly action: 'getunread'
      readonly unlock: string | undefined
      /** What Roundcube's session is at afterwards; undefined: where it is. */
      readonly page: number | undefined
    }
  | {
      readonly action: 'list'
      readonly unlock: string | undefined
      /** In modified UTF-7, as everywhere on this wire. */
      readonly mailbox: string
      /** undefined: the page that the session is at. */
      readonly page: number | undefined
      /** Of the page's list; the response reports its head then. */
      readonly layout: string | undefined
      /** undefined: the order that the session has. */
      readonly sort: SortChoice | undefined
      /** The id of a search, whose results are listed. */
      readonly search: string | undefined
    }
  | {
      readonly action: 'refresh' | 'check-recent'
      readonly unlock: string | undefined
      readonly mailbox: string
      /** Messages that the page shows. */
      readonly uids: readonly number[]
      /** The id of a search, whose results are on show. */
      readonly search: string | undefined
    }

/** What a request says. */
interface Given {
  readonly query: URLSearchParams
  /** Of the body; empty for a GET. */
  readonly form: URLSearchParams
}

/** The action that the address names; undefined for one that only Roundcube knows. */
export function hotActionOf(method: string, query: URLSearchParams): HotAction | undefined {
  if (query.getAll('_task').join() !== 'mail') return undefined
  const action = HOT_ACTIONS.find((name) => name === query.getAll('_action').join())
  return action !== undefined && METHODS[action] === method ? action : undefined
}

const METHODS: Readonly<Record<HotAction, 'GET' | 'POST'>> = {
  'keep-alive': 'GET',
  getunread: 'GET',
  list: 'GET',
  refresh: 'POST',
  'check-recent': 'POST',
}

const REFRESH_PARAMETERS: ReadonlySet<string> = new Set([
  ...['_mbox', '_folderlist', '_list', '_uids', '_last', '_quota', '_search', '_remote', '_unlock'],
])

/**
 * What each may say, beside `_task` and `_action`. `_` is a time against caches, `_last` is read by plugins alone;
 * what `_quota` requests comes with new messages only.
 */
const PARAMETERS: Readonly<Record<HotAction, ReadonlySet<string>>> = {
  'keep-alive': new Set(['_remote', '_unlock', '_']),
  getunread: new Set(['_page', '_remote', '_unlock', '_']),
  list: new Set([
    ...['_mbox', '_page', '_refresh', '_layout', '_sort', '_search', '_remote', '_unlock', '_'],
  ]),
  refresh: REFRESH_PARAMETERS,
  'check-recent': REFRESH_PARAMETERS,
}

/** Reads a request; undefined when anything in it is not understood for sure. */
export function readHotRequest(action: HotAction, given: Given): HotRequest | undefined {
  const values = valuesOf(given)
  if (values?.get('_remote') !== '1') return undefined
  const known = PARAMETERS[action]
  for (const name of values.keys()) {
    if (!known.has(name) && name !== '_task' && name !== '_action') return undefined
  }
  const unlock = values.get('_unlock') ?? '0'
  if (!UNLOCK.test(unlock)) return undefined
  const requested = { unlock: unlock === '0' ? undefined : unlock }
  const mailbox = values.get('_mbox') ?? ''
  const pageText = values.get('_page') ?? ''
  if (!/^([1-9]\d{0,6})?$/.test(pageText)) return undefined
  const page = pageText === '' ? undefined : Number(pageText)
  const search = values.get('_search')
  if (search !== undefined && !/^[0-9a-f]{32}$/.test(search)) return undefined
  switch (action) {
    case 'keep-alive':
      return { action, ...requested }
    case 'getunread':
      return { action, ...requested, page }
    case 'list': {
      const layout = values.get('_layout')
      const sort = sortChoiceOf(values.get('_sort'))
      if (mailbox === '' || sort === 'unknown') return undefined
      if (layout !== undefined && !/^[a-z]{1,20}$/.test(layout)) return undefined
      return { action, ...requested, mailbox, page, layout, sort, search }
    }
    case 'refresh':
    case 'check-recent': {
      const isWhole = values.get('_folderlist') === '1' && values.get('_list') === '1'
      const uids = values.get('_uids')
      const isOfRows = uids === undefined || /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(uids)
      if (mailbox === '' || !isWhole || !isOfRows) return undefined
      return { action, ...requested, mailbox, uids: uids?.split(',').map(Number) ?? [], search }
    }
  }
}

/** The order that `_sort` names: `date_DESC`. */
export function sortChoiceOf(text: string | null | undefined): SortChoice | undefined | 'unknown' {
  if (text === undefined || text === null) return undefined
  const [, sortColumn, sortOrder] = /^([a-z]*)_(ASC|DESC)$/.exec(text) ?? []
  if (sortColumn === undefined) return 'unknown'
  return { sortColumn, sortOrder: sortOrder === 'ASC' ? 'ASC' : 'DESC' }
}

/** A name that is given twice is understood differently by different programs. */
function valuesOf({ query, form }: Given): ReadonlyMap<string, string> | undefined {
  const pairs = [...query, ...form]
  const values = new Map(pairs)
  return values.size === pairs.length ? values : undefined
}

/** Its front end sends a word and a time, or 0 for no busy message. */
const UNLOCK = /^(0|[A-Za-z]+[0-9]{1,20})$/

/** Actions of its mail task that leave the settings of lists as they are. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...[
    '',
    'show',
    'preview',
    'get',
    'viewsource',
    'headers',
    'mark',
    'move',
    'copy',
    'delete',
    'expunge',
    'purge',
  ],
  ...[
    'search',
    'compose',
    'send',
    'upload',
    'autocomplete',
    'attachment-display',
    'sendmdn',
    'pagenav',
  ],
])

/**
 * What of a session may be otherwise after Roundcube has answered a request: how it writes lists, or its folders too.
 * What is not known may change everything.
 */
export function effectOf(
  method: string,
  query: URLSearchParams,
): 'nothing' | 'lists' | 'everything' {
  const task = query.get('_task') ?? 'mail'
  const action = query.get('_action') ?? ''
  // What the body of a form says is not read: the address alone does not tell what this one is.
  if (method === 'POST' && action === '') return 'everything'
  if (task !== 'mail') return method === 'POST' || task === 'utils' ? 'everything' : 'nothing'
  if (HOT_ACTIONS.some((name) => name === action)) {
    return LIST_SETTINGS.some((name) => query.has(name)) ? 'lists' : 'nothing'
  }
  return HARMLESS.has(action) ? 'nothing' : 'everything'
}

/**
 * Choices of the list's head that are kept as settings. `_layout` comes with every list and is looked at there; the order
 * is the session's, and lists are remembered by it.
 */
const LIST_SETTINGS = ['_cols', '_threads'] as const
