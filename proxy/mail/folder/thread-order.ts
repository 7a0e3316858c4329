import type { ListedMessages } from '../model/message-list.ts'
import type { MailConnection } from '../connection/connection.ts'
import { hasOrder, orderOf, type ListOrder } from './order.ts'
import type { Folder, FolderThreads } from '../cache/folder.ts'
import type { ThreadData } from '../imap/parser/response.ts'
import { inSlices } from '../imap/parser/slice.ts'
import { searchCriteria } from './search-criteria.ts'
import { arrangeThreads, positionsIn } from './thread-arrangement.ts'

const UNSEEN = { text: '', fields: [], filter: 'unseen' } as const

/**
 * The threads of a folder from memory while no one came or went, else by one UID THREAD (RFC 5256).
 * Without it the plain order.
 */
export async function threadOrderOf(
  connection: MailConnection,
  folder: Folder,
  request: ListedMessages,
): Promise<ListOrder> {
  const algorithm = algorithmOf(connection)
  if (algorithm === undefined) return orderOf(connection, folder, request)

  const [threads, unseen] = await Promise.all([
    held(folder, request) ?? query(connection, folder, request, algorithm),
    orderOf(connection, folder, { sort: undefined, search: UNSEEN }),
  ])
  folder.threads = threads
  return listOrder(threads, unseen.slice(0, unseen.length))
}

/** True when `threadOrderOf` has to ask for no threads. */
export function hasThreads(
  connection: MailConnection,
  folder: Folder,
  request: ListedMessages,
): boolean {
  return algorithmOf(connection) === undefined
    ? hasOrder(connection, folder, request)
    : held(folder, request) !== undefined
}

/** Takes over the threads that another connection received for the same messages. */
export function adoptThreads(found: Folder, folder: Folder): void {
  const { uids } = found
  if (found.threads === undefined) return
  if (uids.last !== folder.uids.last || uids.length !== folder.uids.length) return
  folder.threads = { ...found.threads, asOf: folder.version }
}

function algorithmOf(connection: MailConnection): string | undefined {
  return (['REFS', 'REFERENCES'] as const).find((name) => connection.has(`THREAD=${name}`))
}

/** A search depends on flags and content as well. */
function held(folder: Folder, request: ListedMessages): FolderThreads | undefined {
  const { threads, version } = folder
  if (threads?.search !== searchKey(request)) return undefined
  if (threads.isDescending !== isDescending(request)) return undefined
  if (threads.asOf.membership !== version.membership) return undefined
  return request.search === undefined || threads.asOf.flags === version.flags ? threads : undefined
}

async function query(
  connection: MailConnection,
  folder: Folder,
  request: ListedMessages,
  algorithm: string,
): Promise<FolderThreads> {
  const asOf = folder.version
  const criteria = searchCriteria(request.search) ?? ['ALL']
  const threadData = await queryThreads(connection, algorithm, criteria)
  const arranged = await inSlices(arrangeThreads(threadData, isDescending(request)))
  return { ...arranged, isDescending: isDescending(request), search: searchKey(request), asOf }
}

/** One UID THREAD (RFC 5256). */
export async function queryThreads(
  connection: MailConnection,
  algorithm: string,
  criteria: Parameters<MailConnection['search']>[0],
): Promise<Omit<ThreadData, 'kind'>> {
  const none = new Uint32Array()
  let threadData: Omit<ThreadData, 'kind'> = { uids: none, parents: none, starts: none }
  await connection.search([`UID THREAD ${algorithm} UTF-8`, ...criteria], (response) => {
    if (response.kind === 'thread') threadData = response
  })
  return threadData
}

/**
 * Lists are shown from their end when descending, so the shown order is turned round for them. What it costs
 * depends on what is requested, not on the mailbox.
 */
function listOrder(threads: FolderThreads, unseen: Uint32Array): ListOrder {
  const { uids, isDescending: isTurned } = threads
  const { length } = uids
  const shown = (from: number, to: number): readonly [number, number] => {
    const [first, end] = [Math.max(0, from), Math.max(0, Math.min(to, length))]
    return isTurned ? [length - end, Math.max(length - end, length - first)] : [first, end]
  }
  return {
    length,
    slice: (from, to) => {
      const part = uids.subarray(...shown(from, to))
      return isTurned ? part.slice().reverse() : part
    },
    locations: async (from, to) => {
      const locations = await inSlices(positionsIn(threads, shown(from, to), unseen))
      return isTurned ? locations.toReversed() : locations
    },
  }
}

function isDescending({ sort }: ListedMessages): boolean {
  return sort?.isDescending ?? true
}

function searchKey({ search }: ListedMessages): string {
  return JSON.stringify(search ?? null)
}
