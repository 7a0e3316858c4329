import type { ListedMessages } from '../model/message-list.ts'
import { MAX_THREADED_ROWS } from '../model/message-list.ts'
import type { MessageRow } from '../model/summary.ts'
import { createUidList, type UidList } from '../model/uid-list.ts'
import type { Folder, WholeThreads } from '../cache/folder.ts'
import type { MailConnection } from '../connection/connection.ts'
import type { ThreadData } from '../imap/parser/response.ts'
import { inSlices, type Sliced } from '../imap/parser/slice.ts'
import { orderOf, type ListOrder } from './order.ts'
import { hasUid, inOrder, isEndOfSlice, positionsIn } from './thread-arrangement.ts'
import { queryThreads } from './thread-order.ts'

/**
 * The threads of a folder for lists that count threads, not messages: from memory while no one came or went, else by
 * one UID THREAD, and one UID SORT where the order is not the server's. Without THREAD=REFS the plain order.
 */
export async function wholeThreadOrder(
  connection: MailConnection,
  folder: Folder,
  request: ListedMessages,
): Promise<ListOrder> {
  if (!connection.has('THREAD=REFS')) return orderOf(connection, folder, request)
  const { by, isDescending } = request.sort ?? { by: 'arrival', isDescending: true }
  const key = `${by} ${isDescending}`
  const held = folder.wholeThreads
  if (held?.key === key && held.asOf.membership === folder.version.membership)
    return listOrder(held)
  const asOf = folder.version
  const [threadData, sorted] = await Promise.all([
    queryThreads(connection, 'REFS', ['ALL']),
    by === 'arrival'
      ? undefined
      : orderOf(connection, folder, { sort: request.sort, search: undefined }),
  ])
  const threads = await inSlices(
    arrangeWhole(threadData, {
      all: folder.uids.slice(0, folder.uids.length),
      sorted: sorted?.slice(0, sorted.length).slice(),
      isDescending,
    }),
  )
  folder.wholeThreads = { ...threads, key, asOf }
  return listOrder(folder.wholeThreads)
}

/** In the order they are shown, which is not turned round: it depends on the direction which message comes first. */
function listOrder(threads: WholeThreads): ListOrder {
  const { uids, starts } = threads
  const positionOf = (thread: number) => starts[thread] ?? uids.length
  const range = (from: number, to: number): readonly [number, number] => {
    const first = positionOf(from)
    return [first, Math.min(positionOf(to), first + MAX_THREADED_ROWS)]
  }
  return {
    length: starts.length,
    isAsShown: true,
    slice: (from, to) => uids.subarray(...range(from, to)),
    locations: async (from, to, rows) => {
      const shown = range(from, to)
      const locations = await inSlices(positionsIn(threads, shown, unseenAmong(rows)))
      const flagged = flaggedAmong(rows)
      const flaggedPositions = await inSlices(positionsIn(threads, shown, flagged))
      return locations.map((position, index) => ({
        ...position,
        ...(hasUid(threads.joined, uids[shown[0] + index] ?? 0) ? { isBelowMissing: true } : {}),
        // Counted as unread ones are, of the flagged ones.
        flaggedChildren: flaggedPositions[index]?.unreadChildren ?? 0,
      }))
    },
  }
}

function unseenAmong(rows: readonly MessageRow[]): Uint32Array {
  return uidsOf(rows.filter(({ flags }) => !flags.includes('\\Seen')))
}

function flaggedAmong(rows: readonly MessageRow[]): Uint32Array {
  return uidsOf(rows.filter(({ flags }) => flags.includes('\\Flagged')))
}

function uidsOf(rows: readonly MessageRow[]): Uint32Array {
  return Uint32Array.from(rows, ({ summary }) => summary.uid).sort()
}

interface WantedOrder {
  /** All messages of the folder, ascending. */
  readonly all: Uint32Array
  /** All messages in ascending order of the sort; undefined: the order of the threads is the server's. */
  readonly sorted: Uint32Array | undefined
  readonly isDescending: boolean
}

/** The threads in the wanted order, and where each starts. */
export function* arrangeWhole(
  threadData: Omit<ThreadData, 'kind'>,
  { all, sorted, isDescending }: WantedOrder,
): Sliced<Omit<WholeThreads, 'asOf' | 'key'>> {
  const { uids, starts: reportedStarts } = threadData
  const order =
    sorted === undefined
      ? Uint32Array.from(reportedStarts.keys())
      : yield* byFirstMessage(threadData, yield* threadsOf(threadData, all), sorted, isDescending)
  if (sorted === undefined && isDescending) order.reverse()
  const starts = new Uint32Array(order.length)
  let filled = 0
  for (const [index, thread] of order.entries()) {
    if (isEndOfSlice(index)) yield
    starts[index] = filled
    filled += (reportedStarts[thread + 1] ?? uids.length) - (reportedStarts[thread] ?? uids.length)
  }
  const { joined, threads } = yield* belowFirst(threadData)
  return { ...(yield* inOrder(threads, order)), starts, joined }
}

/** Which thread a message is in. */
interface ThreadNumbers {
  readonly ranks: UidList
  /** By the rank of the message. */
  readonly numbers: Uint32Array
}

function* threadsOf(
  { uids, starts }: Omit<ThreadData, 'kind'>,
  all: Uint32Array,
): Sliced<ThreadNumbers> {
  const ranks = createUidList()
  ranks.replace(all)
  const numbers = new Uint32Array(all.length + 1)
  let thread = 0
  for (const [index, uid] of uids.entries()) {
    if (isEndOfSlice(index)) yield
    while ((starts[thread + 1] ?? uids.length) <= index) thread += 1
    numbers[ranks.countBelow(uid)] = thread
  }
  return { ranks, numbers }
}

/** Threads by whichever of their messages comes first. */
function* byFirstMessage(
  { starts }: Omit<ThreadData, 'kind'>,
  { ranks, numbers }: ThreadNumbers,
  sorted: Uint32Array,
  isDescending: boolean,
): Sliced<Uint32Array> {
  const order = new Uint32Array(starts.length)
  const isPositioned = new Uint8Array(starts.length)
  let filled = 0
  for (let index = 0; index < sorted.length; index += 1) {
    if (isEndOfSlice(index)) yield
    const uid = sorted[isDescending ? sorted.length - 1 - index : index] ?? 0
    const thread = numbers[ranks.countBelow(uid)] ?? 0
    if (!ranks.has(uid) || isPositioned[thread] === 1) continue
    isPositioned[thread] = 1
    order[filled] = thread
    filled += 1
  }
  // What arrived between the two responses.
  for (let thread = 0; thread < starts.length && filled < starts.length; thread += 1) {
    if (isPositioned[thread] === 1) continue
    order[filled] = thread
    filled += 1
  }
  return order
}

/** In a thread whose first message is missing, its replies are below the first of them. */
function* belowFirst(threadData: Omit<ThreadData, 'kind'>) {
  const { uids, starts } = threadData
  const parents = threadData.parents.slice()
  const joined: number[] = []
  let thread = 0
  for (let index = 0; index < parents.length; index += 1) {
    if (isEndOfSlice(index)) yield undefined
    while ((starts[thread + 1] ?? uids.length) <= index) thread += 1
    const first = starts[thread] ?? 0
    if (parents[index] !== 0 || index === first) continue
    parents[index] = uids[first] ?? 0
    joined.push(uids[index] ?? 0)
  }
  return { threads: { uids, parents, starts }, joined: Uint32Array.from(joined).sort() }
}
