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
  let position = index
  for (const gap of gaps) if (gap <= position) position += 1
  return position
}

/** Index of the row at this position; undefined for a gap. */
export function rowAtPosition(position: number, gaps: readonly number[]): number | undefined {
  return gaps.includes(position) ? undefined : rowNear(position, gaps)
}

/** Index of the row at this position, or of the next one after a gap. */
export function rowNear(position: number, gaps: readonly number[]): number {
  return position - gaps.filter((gap) => gap < position).length
}

interface VisibleRange {
  readonly first: number
  readonly last: number
  /** The position that is to stay where it is. */
  readonly fraction: number
}

/** What follows for the screen when the rows of a list change. */
export interface Rearranged {
  /** False when nothing of what was visible is left. */
  readonly isRetained: boolean
  readonly gaps: readonly number[]
  /** Positions by which everything is to be scrolled, so that the anchor row stays where it is. */
  readonly by: number
  /** Messages that came in above it; negative when more went away there. */
  readonly arrived: number
}

/**
 * Keeps the row nearest to the anchor where it is. With `leavesGaps` those in view that went away
 * leave their position empty, at the distance from that row at which they stood.
 */
export function rearrange(
  before: Placing,
  after: ReadonlyMap<number, number>,
  visible: VisibleRange,
  leavesGaps: boolean,
): Rearranged {
  const deleted: number[] = []
  let anchor: { position: number; index: number; next: number } | undefined
  for (let position = visible.first; position <= visible.last; position += 1) {
    const index = rowAtPosition(position, before.gaps)
    const uid = index === undefined ? undefined : before.rows.get(index)?.uid
    const next = uid === undefined ? undefined : after.get(uid)
    if (index === undefined || (uid !== undefined && next === undefined)) deleted.push(position)
    const distance = Math.abs(position - visible.fraction)
    const isNearer = anchor === undefined || distance < Math.abs(anchor.position - visible.fraction)
    if (index !== undefined && next !== undefined && isNearer) anchor = { position, index, next }
  }
  const gaps = leavesGaps ? deleted : []
  if (anchor === undefined) return { isRetained: false, gaps, by: 0, arrived: 0 }

  const { position, index, next } = anchor
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
