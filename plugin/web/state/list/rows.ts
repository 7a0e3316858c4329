import type { NativeRow } from '../../../wire/native/types.ts'
import { hasUid, type UidSet } from '../../wire/uid-set.ts'

/** Rows by their place in the list; places that were never shown are absent. */
export type Rows = ReadonlyMap<number, NativeRow>

/** A row with the place it was taken from. */
export type PlacedRow = readonly [index: number, row: NativeRow]

/** Puts a page in its place. A message that stood elsewhere is removed there: nothing is shown twice. */
export function placePage(rows: Rows, firstIndex: number, page: readonly NativeRow[]): Rows {
  const arriving = new Set(page.map((row) => row.uid))
  const kept = [...rows].filter(
    ([index, row]) =>
      !arriving.has(row.uid) && (index < firstIndex || index >= firstIndex + page.length),
  )
  return new Map([...kept, ...page.map((row, offset): PlacedRow => [firstIndex + offset, row])])
}

/**
 * Puts a page of a newer state in its place. The other rows follow the messages they share with it, so
 * that what is on show keeps its neighbours; `growth` is how much longer the list is where they share none.
 */
export function placeNewPage(
  rows: Rows,
  firstIndex: number,
  page: readonly NativeRow[],
  growth: number,
): Rows {
  const places = new Map([...rows].map(([index, row]) => [row.uid, index] as const))
  const shared = page.flatMap((row, offset): readonly Move[] => {
    const from = places.get(row.uid)
    return from === undefined ? [] : [{ from, by: firstIndex + offset - from }]
  })
  const first = shared[0] ?? { from: Number.POSITIVE_INFINITY, by: growth }
  const last = shared.at(-1) ?? { from: Number.POSITIVE_INFINITY, by: growth }
  const moved = [...rows].flatMap(([index, row]): readonly PlacedRow[] => {
    if (index >= first.from && index <= last.from) return []
    return [[index + (index < first.from ? first.by : last.by), row]]
  })
  return placePage(new Map(moved.filter(([index]) => index >= 0)), firstIndex, page)
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
): { readonly rows: Rows; readonly taken: readonly PlacedRow[] } {
  const taken = [...rows].filter(([, row]) => hasUid(uids, row.uid)).sort(byIndex)
  const kept = new Map<number, NativeRow>()
  let removedBefore = 0
  for (const [index, row] of [...rows].sort(byIndex)) {
    if (hasUid(uids, row.uid)) removedBefore += 1
    else kept.set(index - removedBefore, row)
  }
  return { rows: kept, taken }
}

/** Opens the gaps again, at the places the messages were taken from. */
export function withPlaces(rows: Rows, places: readonly PlacedRow[]): Rows {
  let restored = rows
  for (const [index, row] of [...places].sort(byIndex)) {
    const shifted = [...restored].map(([at, other]): PlacedRow => [
      at >= index ? at + 1 : at,
      other,
    ])
    restored = new Map([...shifted, [index, row]])
  }
  return restored
}

/** Rows near the window that is shown; the rest is asked for again when it is scrolled to. */
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
    [...rows].map(([index, row]): PlacedRow =>
      uids.has(row.uid) ? [index, { ...row, flags: edit(row.flags) }] : [index, row],
    ),
  )
}

function byIndex([one]: PlacedRow, [other]: PlacedRow): number {
  return one - other
}
