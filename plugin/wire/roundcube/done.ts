import type { DoneResult, ListResult } from '../../actions/result/result.ts'
import type { DateTexts } from './date-text.ts'
import { execLine } from './exec.ts'
import {
  columnTypesLine,
  lastRowLines,
  pageCount,
  quotaLine,
  rowCountLine,
  unreadLine,
} from './list.ts'

/** `env` of an action: the list's new figures, or which flag was set last; acts that change neither have none. */
export function doneEnvironment(result: DoneResult): {
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

/** The script of an action: a word to the reader, counts, and the rows that slid into the page (plugin/docs/protocol.md). */
export function doneLines(result: DoneResult, dates: DateTexts): string {
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
  const remaining = Math.max(0, shownBefore - uids.length)
  return Math.max(0, page.rows.length - remaining)
}
