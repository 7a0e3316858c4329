import type { NativeRow } from '../../../wire/native/types.ts'
import { hasUid, type UidSet } from '../../wire/uid-set.ts'

/** Rows by their place in the list; places that were never shown are absent. */
export type Rows = ReadonlyMap<number, NativeRow>

/** A row with the place it was taken from. */
export type PositionedRow = readonly [index: number, row: NativeRow]

/** Puts a page in its place. A message that stood elsewhere is removed there: nothing is shown twice. */
export function insertPage(rows: Rows, firstIndex: number, page: readonly NativeRow[]): Rows {
  const arriving = new Set(page.map((row) => row.uid))
  const remaining = [...rows].filter(
    ([index, row]) =>
      !arriving.has(row.uid) && (index < firstIndex || index >= firstIndex + page.length),
  )
  return new Map([
    ...remaining,
    ...page.map((row, offset): PositionedRow => [firstIndex + offset, row]),
  ])
}

/**
 * Puts a page of a newer state in its place. The other rows follow the messages they share with it, so
 * that what is on show keeps its neighbours; `growth` is how much longer the list is where they share none.
 */
export function insertNewPage(
  rows: Rows,
  firstIndex: number,
  page: readonly NativeRow[],
  growth: number,
): Rows {
  const locations = new Map([...rows].map(([index, row]) => [row.uid, index] as const))
  const shared = page.flatMap((row, offset): readonly Move[] => {
    const from = locations.get(row.uid)
    return from === undefined ? [] : [{ from, by: firstIndex + offset - from }]
  })
  const first = shared[0] ?? { from: Number.POSITIVE_INFINITY, by: growth }
  const last = shared.at(-1) ?? { from: Number.POSITIVE_INFINITY, by: growth }
  const moved = [...rows].flatMap(([index, row]): readonly PositionedRow[] => {
    if (index >= first.from && index <= last.from) return []
    return [[index + (index < first.from ? first.by : last.by), row]]
  })
  return insertPage(new Map(moved.filter(([index]) => index >= 0)), firstIndex, page)
}

/** How far a message moved. */
interface Move {
  readonly from: number
  readonly by: number
}

/** The rows from one place to another, whichever is first; undefined when one of them is not loaded. */
export function rowsBetween(
  rows: Rows,
  one: number,
  other: number,
): readonly NativeRow[] | undefined {
  const between: NativeRow[] = []
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const row = rows.get(index)
    if (row === undefined) return undefined
    between.push(row)
  }
  return between
}

/** Closes the gaps that removed messages leave. */
export function withoutUids(
  rows: Rows,
  uids: UidSet,
): { readonly rows: Rows; readonly taken: readonly PositionedRow[] } {
  const taken = [...rows].filter(([, row]) => hasUid(uids, row.uid)).sort(byIndex)
  const remaining = new Map<number, NativeRow>()
  let removedBefore = 0
  for (const [index, row] of [...rows].sort(byIndex)) {
    if (hasUid(uids, row.uid)) removedBefore += 1
    else remaining.set(index - removedBefore, row)
  }
  return { rows: remaining, taken }
}

/** Opens the gaps again, at the places the messages were taken from. */
export function withPositions(rows: Rows, locations: readonly PositionedRow[]): Rows {
  let restored = rows
  for (const [index, row] of [...locations].sort(byIndex)) {
    const shifted = [...restored].map(([at, other]): PositionedRow => [
      at >= index ? at + 1 : at,
      other,
    ])
    restored = new Map([...shifted, [index, row]])
  }
  return restored
}

/** Rows near the window that is shown; the rest is requested again when it is scrolled to. */
export function nearRows(rows: Rows, center: number, maxRows: number): Rows {
  if (rows.size <= maxRows) return rows
  return new Map([...rows].filter(([index]) => Math.abs(index - center) <= maxRows / 2))
}

/** Rows with flags put on or taken off. */
export function withFlags(
  rows: Rows,
  uids: ReadonlySet<number>,
  edit: (flags: readonly string[]) => readonly string[],
): Rows {
  return new Map(
    [...rows].map(([index, row]): PositionedRow =>
      uids.has(row.uid) ? [index, { ...row, flags: edit(row.flags) }] : [index, row],
    ),
  )
}

function byIndex([one]: PositionedRow, [other]: PositionedRow): number {
  return one - other
}
