import type { Rows } from '../../../state/list/rows.ts'

/**
 * Where the rows of a list stand on the screen. A gap is a place whose message went away while the person
 * pointed at the list: it stays empty, so that no other message comes under the pointer.
 */
export interface Placing {
  readonly rows: Rows
  /** Places without a row, ascending. */
  readonly gaps: readonly number[]
}

/** Place of the row with this index. */
export function placeOfRow(index: number, gaps: readonly number[]): number {
  let place = index
  for (const gap of gaps) if (gap <= place) place += 1
  return place
}

/** Index of the row at this place; undefined for a gap. */
export function rowAtPlace(place: number, gaps: readonly number[]): number | undefined {
  return gaps.includes(place) ? undefined : rowNear(place, gaps)
}

/** Index of the row at this place, or of the next one after a gap. */
export function rowNear(place: number, gaps: readonly number[]): number {
  return place - gaps.filter((gap) => gap < place).length
}

interface Sight {
  readonly first: number
  readonly last: number
  /** The place that is to stay where it is. */
  readonly kept: number
}

/** What follows for the screen when the rows of a list change. */
export interface Rearranged {
  /** False when nothing of what was in sight is left. */
  readonly isKept: boolean
  readonly gaps: readonly number[]
  /** Places by which everything is to be scrolled, so that the kept row stays where it is. */
  readonly by: number
  /** Messages that came in above it; negative when more went away there. */
  readonly arrived: number
}

/**
 * Keeps the row nearest to the kept place where it is. With `leavesGaps` those in sight that went away
 * leave their place empty, at the distance from that row at which they stood.
 */
export function rearrange(
  before: Placing,
  after: ReadonlyMap<number, number>,
  sight: Sight,
  leavesGaps: boolean,
): Rearranged {
  const gone: number[] = []
  let anchor: { place: number; index: number; next: number } | undefined
  for (let place = sight.first; place <= sight.last; place += 1) {
    const index = rowAtPlace(place, before.gaps)
    const uid = index === undefined ? undefined : before.rows.get(index)?.uid
    const next = uid === undefined ? undefined : after.get(uid)
    if (index === undefined || (uid !== undefined && next === undefined)) gone.push(place)
    const distance = Math.abs(place - sight.kept)
    const isNearer = anchor === undefined || distance < Math.abs(anchor.place - sight.kept)
    if (index !== undefined && next !== undefined && isNearer) anchor = { place, index, next }
  }
  const gaps = leavesGaps ? gone : []
  if (anchor === undefined) return { isKept: false, gaps, by: 0, arrived: 0 }

  const { place, index, next } = anchor
  const goneAbove = gone.filter((gap) => gap < place && rowAtPlace(gap, before.gaps) !== undefined)
  const above = gaps.filter((gap) => gap < place).length
  const by = next + above - place
  return {
    isKept: true,
    gaps: gaps.map((gap, order) => Math.max(order, gap + by)),
    by,
    arrived: next - index + goneAbove.length,
  }
}
