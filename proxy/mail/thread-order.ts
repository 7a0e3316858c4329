import type { ListedMessages } from './account.ts'
import type { MailConnection } from './connection.ts'
import { hasOrder, orderOf, type ListOrder } from './folder-order.ts'
import type { Folder, FolderThreads } from './folder.ts'
import type { ThreadData } from './imap/response.ts'
import { searchCriteria } from './search-criteria.ts'
import type { ThreadPlace } from './summary.ts'

/** What 16 bits can tell. */
const MAX_DEPTH = 65_535

const UNSEEN = { text: '', fields: [], filter: 'unseen' } as const

/**
 * The threads of a folder from memory while nobody came or went, else by one UID THREAD (RFC 5256).
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
    held(folder, request) ?? ask(connection, folder, request, algorithm),
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

/** Takes over the threads that another connection was told of the same messages. */
export function adoptThreads(found: Folder, folder: Folder): void {
  const { uids } = found
  if (found.threads === undefined) return
  if (uids.last !== folder.uids.last || uids.length !== folder.uids.length) return
  folder.threads = { ...found.threads, asOf: folder.moment }
}

/** RFC 5256, REFS of draft-ietf-morg-inthread. */
function algorithmOf(connection: MailConnection): string | undefined {
  return ['REFS', 'REFERENCES'].find((name) => connection.has(`THREAD=${name}`))
}

/** A search depends on flags and content as well. */
function held(folder: Folder, request: ListedMessages): FolderThreads | undefined {
  const { threads, moment } = folder
  if (threads?.search !== searchKey(request)) return undefined
  if (threads.isDescending !== isDescending(request)) return undefined
  if (threads.asOf.membership !== moment.membership) return undefined
  return request.search === undefined || threads.asOf.flags === moment.flags ? threads : undefined
}

async function ask(
  connection: MailConnection,
  folder: Folder,
  request: ListedMessages,
  algorithm: string,
): Promise<FolderThreads> {
  const asOf = folder.moment
  const criteria = searchCriteria(request.search) ?? ['ALL']
  let told: Omit<ThreadData, 'kind'> = { uids: new Uint32Array(), parents: new Uint32Array() }
  await connection.search([`UID THREAD ${algorithm} UTF-8`, ...criteria], (answer) => {
    if (answer.kind === 'thread') told = answer
  })
  const arranged = arrange(told, isDescending(request))
  return { ...arranged, isDescending: isDescending(request), search: searchKey(request), asOf }
}

/** Whole threads by their newest message, the answers in each below what they answer. */
function arrange(
  { uids, parents }: Omit<ThreadData, 'kind'>,
  isNewestFirst: boolean,
): Pick<FolderThreads, 'uids' | 'parents' | 'depths'> {
  const starts: number[] = []
  const newest: number[] = []
  for (const [index, uid] of uids.entries()) {
    if (parents[index] === 0) {
      starts.push(index)
      newest.push(uid)
    } else newest[starts.length - 1] = Math.max(uid, newest[starts.length - 1] ?? 0)
  }
  const threads = starts
    .map((_start, thread) => thread)
    .sort((one, other) => (newest[one] ?? 0) - (newest[other] ?? 0))
  if (isNewestFirst) threads.reverse()

  const arranged = {
    uids: new Uint32Array(uids.length),
    parents: new Uint32Array(uids.length),
    depths: new Uint16Array(uids.length),
  }
  const depthOf = new Map<number, number>()
  let filled = 0
  for (const thread of threads) {
    depthOf.clear()
    const end = starts[thread + 1] ?? uids.length
    for (let index = starts[thread] ?? end; index < end; index += 1) {
      const uid = uids[index] ?? 0
      const parent = parents[index] ?? 0
      const depth = parent === 0 ? 0 : Math.min(MAX_DEPTH, (depthOf.get(parent) ?? 0) + 1)
      depthOf.set(uid, depth)
      arranged.uids[filled] = uid
      arranged.parents[filled] = parent
      arranged.depths[filled] = depth
      filled += 1
    }
  }
  return arranged
}

/** Lists are shown from their end when descending, so the shown order is turned round for them. */
function listOrder(threads: FolderThreads, unseen: Uint32Array): ListOrder {
  const { length } = threads.uids
  const uids = threads.isDescending ? threads.uids.slice().reverse() : threads.uids
  const shownAt = (index: number) => (threads.isDescending ? length - 1 - index : index)
  return {
    length,
    slice: (from, to) => uids.subarray(Math.max(0, from), to),
    placeAt: (index) => placeAt(threads, shownAt(index), unseen),
  }
}

function placeAt(
  { uids, parents, depths }: FolderThreads,
  index: number,
  unseen: Uint32Array,
): ThreadPlace {
  const depth = depths[index] ?? 0
  const parent = parents[index] ?? 0
  let end = index + 1
  while (end < uids.length && (depths[end] ?? 0) > depth) end += 1
  const below = uids.subarray(index + 1, end)
  return {
    depth,
    parentUid: parent === 0 ? undefined : parent,
    hasChildren: below.length > 0,
    unreadChildren: below.reduce((count, uid) => count + (hasUid(unseen, uid) ? 1 : 0), 0),
  }
}

function hasUid(ascending: Uint32Array, uid: number): boolean {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < uid) low = middle + 1
    else high = middle
  }
  return ascending[low] === uid
}

function isDescending({ sort }: ListedMessages): boolean {
  return sort?.isDescending ?? true
}

function searchKey({ search }: ListedMessages): string {
  return JSON.stringify(search ?? null)
}
