import type { Rows } from '../../../state/list/rows.ts'

/**
 * Where the rows of a list stand on the screen. A gap is a place whose message went away while the user
 * pointed at the list: it stays empty, so that no other message comes under the pointer.
 */
export interface Placing {
  readonly rows: Rows
  /** Places without a row, ascending. */
  readonly gaps: readonly number[]
}

/** Place of the row with this index. */
export function positionOfRow(index: number, gaps: readonly number[]): number {
  let location = index
  for (const gap of gaps) if (gap <= location) location += 1
  return location
}

/** Index of the row at this place; undefined for a gap. */
export function rowAtPosition(index: number, gaps: readonly number[]): number | undefined {
  return gaps.includes(index) ? undefined : rowNear(index, gaps)
}

/** Index of the row at this place, or of the next one after a gap. */
export function rowNear(location: number, gaps: readonly number[]): number {
  return location - gaps.filter((gap) => gap < location).length
}

interface VisibleRange {
  readonly first: number
  readonly last: number
  /** The place that is to stay where it is. */
  readonly fraction: number
}

/** What follows for the screen when the rows of a list change. */
export interface Rearranged {
  /** False when nothing of what was visible is left. */
  readonly isRetained: boolean
  readonly gaps: readonly number[]
  /** Places by which everything is to be scrolled, so that the kept row stays where it is. */
  readonly by: number
  /** Messages that came in above it; negative when more went away there. */
  readonly arrived: number
}

/**
 * Keeps the row nearest to the kept place where it is. With `leavesGaps` those in view that went away
 * leave their place empty, at the distance from that row at which they stood.
 */
export function rearrange(
  before: Placing,
  after: ReadonlyMap<number, number>,
  visible: VisibleRange,
  leavesGaps: boolean,
): Rearranged {
  const deleted: number[] = []
  let anchor: { location: number; index: number; next: number } | undefined
  for (let location = visible.first; location <= visible.last; location += 1) {
    const index = rowAtPosition(location, before.gaps)
    const uid = index === undefined ? undefined : before.rows.get(index)?.uid
    const next = uid === undefined ? undefined : after.get(uid)
    if (index === undefined || (uid !== undefined && next === undefined)) deleted.push(location)
    const distance = Math.abs(location - visible.fraction)
    const isNearer = anchor === undefined || distance < Math.abs(anchor.location - visible.fraction)
    if (index !== undefined && next !== undefined && isNearer) anchor = { location, index, next }
  }
  const gaps = leavesGaps ? deleted : []
  if (anchor === undefined) return { isRetained: false, gaps, by: 0, arrived: 0 }

  const { location: position, index, next } = anchor
  const deletedAbove = deleted.filter(
    (gap) => gap < position && rowAtPosition(gap, before.gaps) !== undefined,
  )
  const above = gaps.filter((gap) => gap < position).length
  const by = next + above - position
  return {
    isRetained: true,
    gaps: gaps.map((gap, order) => Math.max(order, gap + by)),
    by,
    arrived: next - index + deletedAbove.length,
  }
}
