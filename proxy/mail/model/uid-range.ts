import type { UidList } from './uid-list.ts'

/** UIDs from the first to the last one, both included; also those no message has. */
export type UidRange = readonly [first: number, last: number]

/**
 * What the mailbox does not have of these ranges, as ranges. Whole runs are counted and not walked
 * through: a mailbox of 500,000 messages from which none is missing costs two searches.
 */
export function missingRanges(ranges: readonly UidRange[], uids: UidList): readonly UidRange[] {
  const missing: [first: number, last: number][] = []
  const note = ([first, last]: UidRange): void => {
    const present = uids.countBelow(last + 1) - uids.countBelow(first)
    if (present === last - first + 1) return
    if (present > 0) {
      const middle = first + Math.floor((last - first) / 2)
      note([first, middle])
      note([middle + 1, last])
      return
    }
    const before = missing.at(-1)
    if (before !== undefined && before[1] + 1 === first) before[1] = last
    else missing.push([first, last])
  }
  ranges.forEach(note)
  return missing
}
