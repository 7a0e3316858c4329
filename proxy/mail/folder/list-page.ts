import type { MessagePage, PageRequest } from '../model/message-list.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { orderOf, type ListOrder } from './order.ts'
import { synchronizeFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import type { RowCache } from '../cache/rows.ts'
import { fetchRows, type ReadRows } from './read-rows.ts'
import type { MessageRow, ThreadPosition } from '../model/summary.ts'
import { threadOrderOf } from './thread-order.ts'
import { wholeThreadOrder } from './whole-threads.ts'

const MAX_PAGE_SIZE = 500
/** A mailbox that loses messages of the page faster than they are read is left after so many attempts. */
const MAX_ATTEMPTS = 8

/**
 * One page of a folder that has just been confirmed (`MailConnection.open`). Asks only for what is
 * not known: nothing at all when nothing has changed. A message that goes away meanwhile is not
 * shown; the page is filled up again. The rows are never older than the state sent with them: a client that
 * has the state later gets only what changed since.
 */
export async function listPage(
  connection: MailConnection,
  folder: Folder,
  rowCache: RowCache,
  request: PageRequest,
): Promise<MessagePage> {
  const ghosts = new Set<number>()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = await synchronizeFolder(connection, folder)
    const order = await orderFor(connection, folder, request)
    if (folder.state !== state) continue
    const { membership, flags } = folder.version
    const slice = sliceOf(order, request)
    const uids = order.slice(slice.from, slice.to)
    const { refused } = await fetchRows(connection, folder, rowCache, [...uids])
    const shownUids = uids.filter((uid) => !ghosts.has(uid))
    const rows = rowsFromCache(folder, rowCache, shownUids, { flagsWanted: flags, refused })
    // What changes flags meanwhile makes a newer state; the rows are sent with the one before it.
    if (rows !== undefined && folder.version.membership === membership) {
      const locations = await order.locations?.(slice.from, slice.to, rows)
      const positioned = positionedIn(
        locations?.filter((_place, index) => !ghosts.has(uids[index] ?? 0)),
        rows,
      )
      const shown = slice.isDescending ? positioned.reverse() : positioned
      return {
        state,
        page: slice.page,
        pageCount: slice.pageCount,
        total: order.length,
        rows: shown,
        lastUid: folder.uids.last,
      }
    }
    const untold = shownUids.filter((uid) => isMissing(folder, rowCache, uid) && !refused.has(uid))
    if (untold.length === 0) continue
    // A message that the server no longer has: its EXPUNGE comes with the next NOOP.
    await connection.noop()
    if (attempt > 0 && folder.version.membership === membership) {
      for (const uid of await ghostsAmong(connection, uids, untold)) ghosts.add(uid)
    }
  }
  // The server continues naming messages it does not show, e.g. of a mailbox replaced under us. Only
  // another connection sees the new one; the caller tries again on it.
  folder.invalidate()
  const fault = new MailFault('closed', 'The selected mailbox contradicts itself')
  connection.destroy(fault)
  throw fault
}

async function orderFor(
  connection: MailConnection,
  folder: Folder,
  request: PageRequest,
): Promise<ListOrder> {
  const { only, isThreaded, counts } = request
  if (only !== undefined) {
    const uids = Uint32Array.from(only.filter((uid) => folder.uids.has(uid)))
    return { length: uids.length, isAsShown: true, slice: (from, to) => uids.subarray(from, to) }
  }
  if (counts === 'threads') return wholeThreadOrder(connection, folder, request)
  return (isThreaded === true ? threadOrderOf : orderOf)(connection, folder, request)
}

/** The rows of these messages, in that order. Throws MailFault `message_not_found` when one is deleted. */
export async function readRows(
  connection: MailConnection,
  folder: Folder,
  rowCache: RowCache,
  uids: readonly number[],
): Promise<readonly MessageRow[]> {
  const { refused } = await fetchRows(connection, folder, rowCache, uids)
  return uids.map((uid) => {
    const found = rowCache.find(folder, uid)?.row ?? refused.get(uid)
    if (found === undefined) throw new MailFault('message_not_found', 'No such message')
    return found
  })
}

function positionedIn(
  locations: readonly ThreadPosition[] | undefined,
  rows: readonly MessageRow[],
): MessageRow[] {
  return rows.map((row, index) => {
    const thread = locations?.[index]
    return thread === undefined ? row : { ...row, thread }
  })
}

interface PageSlice {
  readonly from: number
  readonly to: number
  readonly page: number
  readonly pageCount: number
  readonly isDescending: boolean
}

function sliceOf({ length, isAsShown }: ListOrder, request: PageRequest): PageSlice {
  const pageSize = Math.min(Math.max(1, request.pageSize), MAX_PAGE_SIZE)
  const pageCount = Math.max(1, Math.ceil(length / pageSize))
  const page = Math.min(Math.max(1, request.page), pageCount)
  const isDescending = isAsShown !== true && (request.sort?.isDescending ?? true)
  const first = (page - 1) * pageSize
  const last = Math.min(first + pageSize, length)
  return isDescending
    ? { from: length - last, to: length - first, page, pageCount, isDescending }
    : { from: first, to: last, page, pageCount, isDescending }
}

/** undefined when a row is not there, or its flags were requested before that moment. */
function rowsFromCache(
  folder: Folder,
  rowCache: RowCache,
  uids: Uint32Array,
  { flagsWanted, refused }: ReadRows & { readonly flagsWanted: number },
): MessageRow[] | undefined {
  const rows: MessageRow[] = []
  for (const uid of uids) {
    const cached = rowCache.find(folder, uid)
    const row = cached?.row ?? refused.get(uid)
    if (row === undefined || (cached?.flagsAsOf ?? flagsWanted) < flagsWanted) return undefined
    rows.push(row)
  }
  return rows
}

/**
 * Messages that the server names and does not tell of, though it does of others beside them; none where it reports
 * none, as of a mailbox that was replaced.
 */
async function ghostsAmong(
  connection: MailConnection,
  uids: Iterable<number>,
  untold: Iterable<number>,
): Promise<readonly number[]> {
  const returned = new Set<number>()
  await connection.fetch([...uids], '(UID FLAGS)', (uid) => returned.add(uid))
  return returned.size === 0 ? [] : [...untold].filter((uid) => !returned.has(uid))
}

function isMissing(folder: Folder, rowCache: RowCache, uid: number): boolean {
  return folder.uids.has(uid) && rowCache.find(folder, uid) === undefined
}
