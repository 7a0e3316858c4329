import type { SearchQuery, SortKey, SortOrder } from './account.ts'
import type { MailConnection } from './connection.ts'
import type { Folder, FolderOrder } from './folder.ts'
import { searchResult } from './folder-sync.ts'
import { searchCriteria } from './search-criteria.ts'
import type { ThreadPlace } from './summary.ts'

/** Orders kept per folder; each costs 4 bytes a message. */
const MAX_ORDERS = 4

/** RFC 5256. `arrival` is the order of the UIDs and needs no command. */
const SORT_KEYS: Readonly<Record<Exclude<SortKey, 'arrival'>, string>> = {
  date: 'DATE',
  from: 'FROM',
  to: 'TO',
  cc: 'CC',
  subject: 'SUBJECT',
  size: 'SIZE',
}

/** The UIDs a list is about, in ascending order of the sort; shown from the end when descending. */
export interface ListOrder {
  readonly length: number
  slice(from: number, to: number): Uint32Array
  /** Where the message at an index stands in its thread; only in threaded lists. */
  placeAt?(index: number): ThreadPlace
}

/**
 * The order for a sort and a search, from memory while it holds, else by one UID SORT or UID SEARCH.
 * A server without SORT (RFC 5256) answers every sort in order of arrival.
 */
export async function orderOf(
  connection: MailConnection,
  folder: Folder,
  request: { readonly sort: SortOrder | undefined; readonly search: SearchQuery | undefined },
): Promise<ListOrder> {
  const by = connection.has('SORT') ? (request.sort?.by ?? 'arrival') : 'arrival'
  const criteria = searchCriteria(request.search)
  if (by === 'arrival' && criteria === undefined) return folder.uids

  const key = `${by} ${JSON.stringify(request.search ?? null)}`
  const known = folder.orders.get(key)
  const held = known === undefined ? undefined : stillHolds(folder, known, criteria !== undefined)
  if (held !== undefined) {
    keep(folder, key, held)
    return listOrder(folder, held)
  }

  const asOf = folder.moment
  let uids = new Uint32Array(0)
  const command =
    by === 'arrival'
      ? [`UID SEARCH${connection.has('ESEARCH') ? ' RETURN (ALL)' : ''} CHARSET UTF-8`]
      : [`UID SORT (${SORT_KEYS[by]}) UTF-8`]
  await connection.execute([...command, ...(criteria ?? ['ALL'])], (answer) => {
    uids = searchResult(answer)?.slice() ?? uids
  })
  if (by === 'arrival') uids.sort()
  const order = { uids, asOf }
  keep(folder, key, order)
  return listOrder(folder, order)
}

/** A search depends on flags and content; a mere sort survives flags, and messages that only left. */
function stillHolds(
  folder: Folder,
  order: FolderOrder,
  isSearch: boolean,
): FolderOrder | undefined {
  const { asOf } = order
  const now = folder.moment
  const isUntouched = asOf.membership === now.membership
  if (isSearch) return isUntouched && asOf.flags === now.flags ? order : undefined
  if (isUntouched) return order
  if (asOf.arrivals !== now.arrivals) return undefined
  return { uids: order.uids.filter((uid) => folder.uids.has(uid)), asOf: now }
}

function keep(folder: Folder, key: string, order: FolderOrder): void {
  folder.orders.delete(key)
  folder.orders.set(key, order)
  for (const oldest of folder.orders.keys()) {
    if (folder.orders.size <= MAX_ORDERS) return
    folder.orders.delete(oldest)
  }
}

/** What was expunged since the server made the order is left out at once. */
function listOrder(folder: Folder, order: FolderOrder): ListOrder {
  const isUntouched = order.asOf.membership === folder.moment.membership
  const uids = isUntouched ? order.uids : order.uids.filter((uid) => folder.uids.has(uid))
  return { length: uids.length, slice: (from, to) => uids.subarray(Math.max(0, from), to) }
}
