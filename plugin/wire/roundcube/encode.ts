import type { ListResult, RefreshResult, SearchResult } from '../../actions/result/result.ts'
import type { MessagePage } from '../../../proxy/mail/index.ts'
import { dateTexts, type DateTexts } from './date-text.ts'
import { doneEnvironment, doneLines } from './done.ts'
import { execLine, json } from './exec.ts'
import { flagMarks } from './message-row.ts'
import {
  columnTypesLine,
  getunreadLines,
  listEnvironment,
  listMessageLine,
  pageCount,
  pageTitleLine,
  quotaLine,
  rowCountLine,
  rowLines,
  trashLine,
  unreadLine,
} from './list.ts'
import { escapeHtml } from '../../http/escape.ts'
import type { EncodedResponse } from '../encoded-response.ts'
import type { NativeResult } from '../native/encode.ts'

/** The results Roundcube's front end requests by Ajax; everything else it opens as a page. */
export type RoundcubeResult = Extract<NativeResult, { readonly kind: (typeof KINDS)[number] }>

const KINDS = ['list', 'unread', 'refresh', 'done', 'search', 'keep-alive'] as const

/** How one response is to read. */
export interface RoundcubeSetting {
  /** `_unlock` of the request: the busy message the front end then hides. */
  readonly unlock: string | undefined
  readonly productName: string
  /** Unix ms. */
  readonly now: number
  /** IANA zone of the reader. */
  readonly zone: string
}

/** True for a result that has a shape on this wire. */
export function isRoundcubeResult(result: NativeResult): result is RoundcubeResult {
  return KINDS.some((kind) => kind === result.kind)
}

/** A result as Roundcube's unmodified front end expects it (plugin/docs/protocol.md). */
export function renderRoundcube(
  result: RoundcubeResult,
  setting: RoundcubeSetting,
): EncodedResponse {
  const { unlock } = setting
  const body =
    result.kind === 'list'
      ? drawnList(result, setting).textFor(unlock)
      : envelope({ ...responseOf(result, setting), unlock })
  return { status: 200, type: 'application/json; charset=UTF-8', body }
}

interface Envelope {
  readonly action: string
  readonly unlock: string | undefined
  readonly env?: Readonly<Record<string, unknown>>
  /** Lines made by `execLine`, joined. */
  readonly exec: string
}

/** The Ajax answer to Roundcube's front end (plugin/docs/protocol.md): one JSON object whose `exec` is script lines. */
export function envelope({ unlock, ...response }: Envelope): string {
  return unlockable(response)(unlock)
}

type Response = Omit<Envelope, 'unlock'>

/** The same, all but the one word that each request has of its own. */
function unlockable({ action, env, exec }: Response) {
  const head = `{"action":${json(action)},`
  const rest = `${env === undefined ? '' : `"env":${json(env)},`}"exec":"${exec}"}`
  return (unlock: string | undefined): string => {
    const unlocking = unlock !== undefined && UNLOCK.test(unlock) ? `"unlock":"${unlock}",` : ''
    return head + unlocking + rest
  }
}

/** Roundcube's own are a word and a millisecond timestamp, e.g. `loading1795231907265`; `0` requests none. */
const UNLOCK = /^[A-Za-z]+[0-9]{1,20}$/

function responseOf(
  result: Exclude<RoundcubeResult, ListResult>,
  { productName, now, zone }: RoundcubeSetting,
): Response {
  switch (result.kind) {
    case 'unread':
      return { action: 'getunread', exec: getunreadLines(result.counts, result.special) }
    case 'refresh':
      return refreshResponse(result, dateTexts(zone, now))
    case 'search':
      return searchResponse(result, productName, dateTexts(zone, now))
    case 'done':
      return {
        action: result.action,
        ...doneEnvironment(result),
        exec: doneLines(result, dateTexts(zone, now)),
      }
    case 'keep-alive':
      return { action: 'keep-alive', exec: '' }
  }
}

interface DrawnList {
  readonly list: ListResult
  readonly setting: Omit<RoundcubeSetting, 'unlock'>
  readonly textFor: (unlock: string | undefined) => string
}

/** By page, which is the same object for as long as nothing of its mailbox changes. */
const drawnLists = new WeakMap<MessagePage, DrawnList>()

/** Drawn again when its minute is over, which may be that of another day. */
function drawnList(list: ListResult, setting: RoundcubeSetting): DrawnList {
  const cached = drawnLists.get(list.page)
  if (
    cached !== undefined &&
    isSameList(cached.list, list) &&
    isSameLook(cached.setting, setting)
  ) {
    return cached
  }
  const { productName, now, zone } = setting
  const textFor = unlockable(listResponse(list, productName, dateTexts(zone, now)))
  const drawn = { list, setting: { productName, now, zone }, textFor }
  drawnLists.set(list.page, drawn)
  return drawn
}

function isSameList(one: ListResult, other: ListResult): boolean {
  return (
    one.mailbox === other.mailbox &&
    one.pageSize === other.pageSize &&
    one.search === other.search &&
    one.special === other.special &&
    one.delimiter === other.delimiter
  )
}

const MINUTE_MS = 60_000

function isSameLook(one: DrawnList['setting'], other: DrawnList['setting']): boolean {
  return (
    one.productName === other.productName &&
    one.zone === other.zone &&
    Math.floor(one.now / MINUTE_MS) === Math.floor(other.now / MINUTE_MS)
  )
}

function listResponse(list: ListResult, productName: string, dates: DateTexts): Response {
  const exec =
    pageTitleLine(list, productName) +
    // A search says nothing about the mailbox's counts.
    (list.search === undefined ? unreadLine(list.page.state) : '') +
    rowCountLine(list) +
    columnTypesLine(list) +
    rowLines(list, dates) +
    listMessageLine(list) +
    quotaLine(list.mailbox)
  return { action: 'list', env: listEnvironment(list), exec }
}

function refreshResponse(result: RefreshResult, dates: DateTexts): Response {
  const { action, counts, special, list, changed, mailbox, notices } = result
  const unread = counts.map(unreadLine).join('') + notices.map(noticeLine).join('')
  const trash = counts.map((state) => trashLine(state, special)).join('')
  if (mailbox === undefined) return { action, exec: unread + trash }
  if (list === undefined) {
    const flags = changed.map((row) => [row.summary.uid, flagMarks(row.flags)] as const)
    // PHP writes an empty map as a list, and so does this wire.
    const recent = flags.length === 0 ? [] : Object.fromEntries(flags)
    return { action, env: { recent_flags: recent }, exec: unread + trash }
  }
  const env = {
    exists: list.page.state.messages,
    messagecount: list.page.total,
    pagecount: pageCount(list),
    current_page: list.page.page,
    multifolder_listing: false,
  }
  const exec =
    unread +
    trash +
    rowCountLine(list) +
    execLine('message_list.clear', false) +
    columnTypesLine(list) +
    rowLines(list, dates) +
    execLine('update_selection')
  return { action, env, exec }
}

/** The front end shows it as HTML. */
function noticeLine(message: string): string {
  return execLine('display_message', escapeHtml(message), 'warning', 0)
}

function searchResponse(
  { list, searchId }: SearchResult,
  productName: string,
  dates: DateTexts,
): Response {
  const { page } = list
  const rows = page.total === 0 ? '' : columnTypesLine(list) + rowLines(list, dates)
  const environment = listEnvironment(list)
  return {
    action: 'search',
    env: {
      mailbox: environment['mailbox'],
      multifolder_listing: false,
      search_request: searchId,
      search_filter: list.search?.filter.toUpperCase() ?? 'ALL',
      messagecount: page.total,
      pagecount: pageCount(list),
      exists: page.state.messages,
    },
    exec:
      rows +
      listMessageLine(list) +
      rowCountLine(list) +
      pageTitleLine(list, productName) +
      quotaLine(list.mailbox),
  }
}
