import type { FolderThreads } from '../cache/folder.ts'
import type { ThreadData } from '../imap/parser/response.ts'
import type { Sliced } from '../imap/parser/slice.ts'
import type { ThreadPosition } from '../model/summary.ts'

/** The messages of all threads in the order they are shown. */
export type ArrangedThreads = Pick<FolderThreads, 'uids' | 'parents' | 'depths'>

/** Messages looked at in one go: a few milliseconds of work at the worst. */
export const SLICE_MESSAGES = 64 * 1024

/** What 16 bits can tell. */
const MAX_DEPTH = 65_535

/** Whole threads by their newest message, the replies in each below what they reply to. */
export function* arrangeThreads(
  { uids, parents }: Pick<ThreadData, 'uids' | 'parents'>,
  isNewestFirst: boolean,
): Sliced<ArrangedThreads> {
  const { starts, newest } = yield* findThreads(uids, parents)
  const order = yield* ascending(newest)
  return yield* inOrder({ uids, parents, starts }, isNewestFirst ? order.reverse() : order)
}

/** The threads that begin at these places, in an order: a list of their numbers. */
export function* inOrder(
  { uids, parents, starts }: Omit<ThreadData, 'kind'>,
  order: Uint32Array,
): Sliced<ArrangedThreads> {
  const { length } = uids
  const arranged = {
    uids: new Uint32Array(length),
    parents: new Uint32Array(length),
    depths: new Uint16Array(length),
  }
  // From the first message of a thread down to the one before: the message that is replied to is always on it.
  const path = new Uint32Array(length)
  let height = 0
  let filled = 0
  for (const thread of order) {
    const end = starts[thread + 1] ?? length
    for (let index = starts[thread] ?? end; index < end; index += 1) {
      if (isEndOfSlice(filled)) yield
      const parent = parents[index] ?? 0
      if (parent === 0) height = 0
      while (height > 0 && path[height - 1] !== parent) height -= 1
      arranged.uids[filled] = uids[index] ?? 0
      arranged.parents[filled] = parent
      arranged.depths[filled] = Math.min(MAX_DEPTH, height)
      path[height] = uids[index] ?? 0
      height += 1
      filled += 1
    }
  }
  return arranged
}

/**
 * Where the messages from one index to another stand. Looks at each reply below them once, however many of
 * them it is below: a thread may be as long as its mailbox.
 */
export function* positionsIn(
  { uids, parents, depths }: ArrangedThreads,
  [from, to]: readonly [number, number],
  unseen: Uint32Array,
): Sliced<readonly ThreadPosition[]> {
  const locations: ThreadPosition[] = []
  // Those whose responses are not all counted yet; each is deeper than the one before.
  const open: { readonly row: number; readonly depth: number; readonly unreadBefore: number }[] = []
  let unread = 0
  const closeFrom = (depth: number, index: number) => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      open.pop()
      const parent = parents[from + last.row] ?? 0
      locations[last.row] = {
        depth: last.depth,
        parentUid: parent === 0 ? undefined : parent,
        hasChildren: index > from + last.row + 1,
        unreadChildren: unread - last.unreadBefore,
      }
    }
  }
  let index = from
  for (; index < uids.length; index += 1) {
    if (isEndOfSlice(index - from)) yield
    const depth = depths[index] ?? 0
    closeFrom(depth, index)
    if (index >= to && open.length === 0) break
    if (hasUid(unseen, uids[index] ?? 0)) unread += 1
    if (index < to) open.push({ row: index - from, depth, unreadBefore: unread })
  }
  closeFrom(0, index)
  return locations
}

/** Where each thread starts, and its highest UID. */
function* findThreads(
  uids: Uint32Array,
  parents: Uint32Array,
): Sliced<{ readonly starts: Uint32Array; readonly newest: Uint32Array }> {
  const starts = new Uint32Array(uids.length)
  const newest = new Uint32Array(uids.length)
  let count = 0
  for (let index = 0; index < uids.length; index += 1) {
    if (isEndOfSlice(index)) yield
    if (count === 0 || parents[index] === 0) {
      starts[count] = index
      count += 1
    }
    newest[count - 1] = Math.max(uids[index] ?? 0, newest[count - 1] ?? 0)
  }
  return { starts: starts.subarray(0, count), newest: newest.subarray(0, count) }
}

/** The indexes of the keys in ascending order of these: a radix sort, which can stop anywhere. */
function* ascending(keys: Uint32Array): Sliced<Uint32Array> {
  let order = new Uint32Array(keys.length)
  let sorted = new Uint32Array(keys.length)
  for (let index = 0; index < keys.length; index += 1) order[index] = index
  for (let shift = 0; shift < 32; shift += 8) {
    const digit = (index: number) => ((keys[index] ?? 0) >>> shift) & 0xff
    const locations = new Uint32Array(257)
    for (let index = 0; index < keys.length; index += 1) {
      if (isEndOfSlice(index)) yield
      locations[digit(index) + 1] = (locations[digit(index) + 1] ?? 0) + 1
    }
    for (let value = 0; value < 256; value += 1) {
      locations[value + 1] = (locations[value + 1] ?? 0) + (locations[value] ?? 0)
    }
    for (let rank = 0; rank < keys.length; rank += 1) {
      if (isEndOfSlice(rank)) yield
      const index = order[rank] ?? 0
      const position = locations[digit(index)] ?? 0
      sorted[position] = index
      locations[digit(index)] = position + 1
    }
    ;[order, sorted] = [sorted, order]
  }
  return order
}

/** True where a loop that has done so much lets others have their turn. */
export function isEndOfSlice(done: number): boolean {
  return done % SLICE_MESSAGES === SLICE_MESSAGES - 1
}

/** True when a number is among ascending ones. */
export function hasUid(ascendingUids: Uint32Array, uid: number): boolean {
  let low = 0
  let high = ascendingUids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascendingUids[middle] ?? 0) < uid) low = middle + 1
    else high = middle
  }
  return ascendingUids[low] === uid
}
