import type { NativeRow } from '../../wire/native-types.ts'

/** Rows by their place in the list; places that were never shown are absent. */
export type Rows = ReadonlyMap<number, NativeRow>

/** A row with the place it was taken from. */
export type Place = readonly [index: number, row: NativeRow]

/** Puts a page in its place. A message that stood elsewhere is removed there: nothing is shown twice. */
export function placePage(rows: Rows, firstIndex: number, page: readonly NativeRow[]): Rows {
  const arriving = new Set(page.map((row) => row.uid))
  const kept = [...rows].filter(
    ([index, row]) =>
      !arriving.has(row.uid) && (index < firstIndex || index >= firstIndex + page.length),
  )
  return new Map([...kept, ...page.map((row, offset): Place => [firstIndex + offset, row])])
}

/** Closes the gaps that removed messages leave. */
export function withoutUids(
  rows: Rows,
  uids: ReadonlySet<number>,
): { readonly rows: Rows; readonly taken: readonly Place[] } {
  const taken = [...rows].filter(([, row]) => uids.has(row.uid)).sort(byIndex)
  const kept = new Map<number, NativeRow>()
  let removedBefore = 0
  for (const [index, row] of [...rows].sort(byIndex)) {
    if (uids.has(row.uid)) removedBefore += 1
    else kept.set(index - removedBefore, row)
  }
  return { rows: kept, taken }
}

/** Opens the gaps again, at the places the messages were taken from. */
export function withPlaces(rows: Rows, places: readonly Place[]): Rows {
  let restored = rows
  for (const [index, row] of [...places].sort(byIndex)) {
    const shifted = [...restored].map(([at, other]): Place => [at >= index ? at + 1 : at, other])
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
    [...rows].map(([index, row]): Place =>
      uids.has(row.uid) ? [index, { ...row, flags: edit(row.flags) }] : [index, row],
    ),
  )
}

function byIndex([one]: Place, [other]: Place): number {
  return one - other
}
