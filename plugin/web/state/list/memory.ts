import type { ListQuery } from '../../wire/query.ts'
import { nearRows, type Rows } from './rows.ts'

/** The first rows of a list as they were last seen. */
export interface RememberedList {
  readonly uidValidity: string
  readonly rows: Rows
  readonly total: number
}

/** First rows of lists opened before: painted at once when one is opened again, then corrected. */
export type ListMemory = ReturnType<typeof createListMemory>

/** Builds the memory; the list kept longest ago goes first. */
export function createListMemory({
  maxLists,
  maxRows,
}: {
  readonly maxLists: number
  readonly maxRows: number
}) {
  const lists = new Map<string, RememberedList>()

  return {
    get: (query: ListQuery): RememberedList | undefined => lists.get(JSON.stringify(query)),
    keep(query: ListQuery, { uidValidity, rows, total }: RememberedList) {
      const key = JSON.stringify(query)
      lists.delete(key)
      lists.set(key, { uidValidity, rows: nearRows(rows, 0, maxRows), total })
      const oldest = lists.keys().next()
      if (lists.size > maxLists && oldest.done !== true) lists.delete(oldest.value)
    },
  }
}
