import type {
  ActionResult,
  DoneResult,
  KeepAliveResult,
  ListResult,
  RefreshResult,
  SearchResult,
  UnreadResult,
} from '../../actions/result/result.ts'
import { dateTexts, type DateTexts } from './date-text.ts'
import { envelope, execLine } from './exec.ts'
import { flagMarks } from './message-row.ts'
import {
  columnTypesLine,
  getunreadLines,
  lastRowLines,
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
import type { EncodedResponse } from '../encoded-response.ts'

/** The results Roundcube's front end asks for by Ajax; everything else it opens as a page. */
export type RoundcubeResult =
  ListResult | UnreadResult | RefreshResult | DoneResult | SearchResult | KeepAliveResult

/** How one answer is to read. */
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
export function isRoundcubeResult(result: ActionResult): result is RoundcubeResult {
  switch (result.kind) {
    case 'list':
    case 'unread':
    case 'refresh':
    case 'done':
    case 'search':
    case 'keep-alive':
      return true
    case 'folders':
    case 'folder-size':
    case 'uids':
    case 'previews':
    case 'recipients':
    case 'settings':
    case 'templates':
    case 'sessions':
    case 'password-changed':
    case 'second-factor-invitation':
    case 'second-factor-on':
    case 'second-factor-off':
    case 'passkeys':
    case 'passkey-question':
    case 'message':
    case 'frame':
    case 'stream':
    case 'compose':
    case 'sent':
    case 'saved-drafts':
    case 'receipt':
    case 'contacts':
    case 'collected':
    case 'contact':
    case 'contact-conflict':
    case 'contacts-changed':
    case 'contact-doubles':
    case 'completions':
    case 'directory':
    case 'contact-import':
    case 'contact-photo':
      return false
  }
}

/** A result as Roundcube's unmodified front end expects it (plugin/docs/protocol.md). */
export function renderRoundcube(
  result: RoundcubeResult,
  setting: RoundcubeSetting,
): EncodedResponse {
  const answer = answerOf(result, setting)
  return {
    status: 200,
    type: 'application/json; charset=UTF-8',
    body: envelope({ ...answer, unlock: setting.unlock }),
  }
}

interface Answer {
  readonly action: string
  readonly env?: Readonly<Record<string, unknown>>
  readonly exec: string
}

function answerOf(result: RoundcubeResult, { productName, now, zone }: RoundcubeSetting): Answer {
  switch (result.kind) {
    case 'list':
      return listResponse(result, productName, dateTexts(zone, now))
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

function listResponse(list: ListResult, productName: string, dates: DateTexts): Answer {
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

function refreshResponse(result: RefreshResult, dates: DateTexts): Answer {
  const { action, counts, special, list, changed, mailbox } = result
  const unread = counts.map(unreadLine).join('')
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

function searchResponse(
  { list, searchId }: SearchResult,
  productName: string,
  dates: DateTexts,
): Answer {
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

/** `env` of an act: the list's new figures, or which flag was set last; acts that change neither have none. */
function doneEnvironment(result: DoneResult): {
  readonly env?: Readonly<Record<string, unknown>>
} {
  const { action, flag, list } = result
  if (action === 'mark' && flag === 'read') return { env: { last_flag: 'SEEN' } }
  if (action === 'mark' && flag === 'unread') return { env: { last_flag: 'UNSEEN' } }
  if (list === undefined) return {}
  return {
    env: {
      messagecount: list.page.total,
      current_page: list.page.page,
      pagecount: pageCount(list),
      exists: list.page.state.messages,
      ...(arrivedRows(result, list) > 0 ? { multifolder_listing: false } : {}),
    },
  }
}

/** The script of an act: a word to the reader, counts, and the rows that slid into the page (plugin/docs/protocol.md). */
function doneLines(result: DoneResult, dates: DateTexts): string {
  const { action, mailbox, list } = result
  const confirmation = execLine('display_message', CONFIRMATIONS[action], 'confirmation', 0)
  if (action === 'expunge') return confirmation
  const unread = hasUnreadEffect(result) ? result.counts.map(unreadLine).join('') : ''
  if (action === 'mark') return confirmation + unread
  if (list === undefined) return confirmation + unread + quotaLine(mailbox)
  const arrived = arrivedRows(result, list)
  const rows = arrived === 0 ? '' : columnTypesLine(list) + lastRowLines(list, dates, arrived)
  return confirmation + unread + quotaLine(mailbox) + rowCountLine(list) + rows
}

const CONFIRMATIONS = {
  mark: 'Message(s) marked successfully.',
  move: 'Message(s) moved successfully.',
  copy: 'Message(s) copied successfully.',
  delete: 'Message(s) deleted successfully.',
  expunge: 'Folder successfully compacted.',
  purge: 'Folder successfully emptied.',
} as const

function hasUnreadEffect({ action, flag }: DoneResult): boolean {
  return action !== 'mark' || flag === 'read' || flag === 'unread'
}

/**
 * How many rows at the end of the page are new to the front end: it removed the acted-on rows itself and
 * asks only for what takes their place.
 */
function arrivedRows({ uids }: DoneResult, { page, pageSize }: ListResult): number {
  const before = (page.page - 1) * pageSize
  const shownBefore = Math.min(pageSize, Math.max(0, page.total + uids.length - before))
  const kept = Math.max(0, shownBefore - uids.length)
  return Math.max(0, page.rows.length - kept)
}
