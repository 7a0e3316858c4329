/** The UIDs of a mailbox, ascending: index 0 is sequence number 1. Four bytes a message. */
export interface UidList {
  readonly length: number
  readonly byteLength: number
  /** The highest UID, 0 when empty. */
  readonly last: number
  has(uid: number): boolean
  /** How many messages have a lower UID. */
  countBelow(uid: number): number
  /** A view of [from, to); valid until the list next changes. */
  slice(from: number, to: number): Uint32Array
  replace(uids: Uint32Array): void
  append(uids: Uint32Array): void
  removeAt(index: number): void
}

const SPARE = 64

/** An empty list. */
export function createUidList(): UidList {
  let uids = new Uint32Array(0)
  let length = 0

  return {
    get length() {
      return length
    },
    get byteLength() {
      return uids.byteLength
    },
    get last() {
      return length === 0 ? 0 : (uids[length - 1] ?? 0)
    },
    has: (uid) => {
      const rank = rankIn(uids, length, uid)
      return rank < length && uids[rank] === uid
    },
    countBelow: (uid) => rankIn(uids, length, uid),
    slice: (from, to) => uids.subarray(Math.max(0, from), Math.min(length, to)),
    replace: (replacement) => {
      // A copy of our own: the caller's may be a window of something larger.
      uids = inAscendingOrder(replacement.slice())
      length = uids.length
    },
    append: (added) => {
      if (length + added.length > uids.length) {
        const grown = new Uint32Array(length + added.length + SPARE)
        grown.set(uids.subarray(0, length))
        uids = grown
      }
      uids.set(added, length)
      length += added.length
    },
    removeAt: (index) => {
      if (index < 0 || index >= length) return
      uids.copyWithin(index, index + 1, length)
      length -= 1
    },
  }
}

/** Sorts the numbers in place, which costs one look at them where they are sorted: as servers tell them. */
export function inAscendingOrder<Numbers extends Uint32Array>(numbers: Numbers): Numbers {
  for (let index = 1; index < numbers.length; index += 1) {
    if ((numbers[index] ?? 0) <= (numbers[index - 1] ?? 0)) {
      numbers.sort()
      break
    }
  }
  return numbers
}

/** How many of the first `length` ascending numbers are lower. */
function rankIn(uids: Uint32Array, length: number, uid: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((uids[middle] ?? 0) < uid) low = middle + 1
    else high = middle
  }
  return low
}
