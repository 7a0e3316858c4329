/** UIDs from the first to the last one, both included. */
type UidRange = readonly [first: number, last: number]

/** A set of UIDs as ascending ranges: all of a mailbox of 500,000 messages are few of them. */
export interface UidSet {
  readonly ranges: readonly UidRange[]
  readonly size: number
}

/** The empty set. */
export const noUids: UidSet = { ranges: [], size: 0 }

/** The set of these UIDs, which may come in any order. */
export function uidSetOf(uids: Iterable<number>): UidSet {
  return joined([...uids].sort((one, other) => one - other).map((uid): UidRange => [uid, uid]))
}

/** Reads an IMAP sequence set of ours, e.g. `1:3,7`. */
export function parseUidSet(text: string): UidSet {
  const ranges = text === '' ? [] : text.split(',')
  return joined(
    ranges.map((range): UidRange => {
      const [first = '', last = first] = range.split(':')
      return [Number(first), Number(last)]
    }),
  )
}

/** The set as an IMAP sequence set. */
export function uidSetText({ ranges }: UidSet): string {
  return ranges.map(([first, last]) => (first === last ? first : `${first}:${last}`)).join(',')
}

/** The UIDs one by one, ascending. */
export function uidsOf({ ranges }: UidSet): readonly number[] {
  const uids: number[] = []
  for (const [first, last] of ranges) for (let uid = first; uid <= last; uid += 1) uids.push(uid)
  return uids
}

/** True when the UID is one of the set. */
export function hasUid({ ranges }: UidSet, uid: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (uid < first) high = middle
    else if (uid > last) low = middle + 1
    else return true
  }
  return false
}

/** What is in one of the two. */
export function united(one: UidSet, other: UidSet): UidSet {
  return joined([...one.ranges, ...other.ranges].sort(([first], [second]) => first - second))
}

/** What is in the first and not in the second. */
export function without(set: UidSet, removed: UidSet): UidSet {
  const left: UidRange[] = []
  let next = 0
  for (const [first, last] of set.ranges) {
    let from = first
    while ((removed.ranges[next]?.[1] ?? Infinity) < first) next += 1
    for (let at = next; (removed.ranges[at]?.[0] ?? Infinity) <= last; at += 1) {
      const [start, end] = removed.ranges[at] ?? [0, 0]
      if (start > from) left.push([from, start - 1])
      from = end + 1
    }
    if (from <= last) left.push([from, last])
  }
  return joined(left)
}

/** What is in both. */
export function common(one: UidSet, other: UidSet): UidSet {
  return without(one, without(one, other))
}

/** Ranges ordered by their start, those that touch or overlap made one. */
function joined(ordered: readonly UidRange[]): UidSet {
  const ranges: [first: number, last: number][] = []
  let size = 0
  for (const [first, last] of ordered) {
    const before = ranges.at(-1)
    const from = Math.max(first, (before?.[1] ?? 0) + 1)
    if (from > last) continue
    size += last - from + 1
    if (before !== undefined && from === before[1] + 1) before[1] = last
    else ranges.push([from, last])
  }
  return { ranges, size }
}
