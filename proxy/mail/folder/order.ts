import type { SearchQuery, SortKey, SortOrder } from '../model/message-list.ts'
import type { MailConnection } from '../connection/connection.ts'
import type { Folder, FolderOrder } from '../cache/folder.ts'
import { searchResult } from '../connection/folder-sync.ts'
import { isAboutFlags, searchCriteria } from './search-criteria.ts'
import { withArrivals } from './arrival-order.ts'
import type { MessageRow, ThreadPosition } from '../model/summary.ts'
import { inAscendingOrder } from '../model/uid-list.ts'

/** Orders kept per folder; each costs 4 bytes a message. */
const MAX_ORDERS = 6

/** RFC 5256 and 5957. `arrival` is the order of the UIDs and needs no command. */
const SORT_KEYS: Readonly<Record<Exclude<SortKey, 'arrival'>, string>> = {
  received: 'ARRIVAL',
  date: 'DATE',
  from: 'FROM',
  to: 'TO',
  cc: 'CC',
  'from-name': 'DISPLAYFROM',
  'to-name': 'DISPLAYTO',
  subject: 'SUBJECT',
  size: 'SIZE',
}

/** What is known of a search before it was made. */
const NOTHING = { uids: new Uint32Array(0), upTo: 0 } as const

/** The UIDs a list is about, in ascending order of the sort; shown from the end when descending. */
export interface ListOrder {
  /** Of messages, or of what a page counts. */
  readonly length: number
  /** The direction is taken into account: shown from the beginning. */
  readonly isAsShown?: true
  slice(from: number, to: number): Uint32Array
  /** Where the messages from one index to another stand in their threads; only in threaded lists. */
  locations?(
    from: number,
    to: number,
    rows: readonly MessageRow[],
  ): Promise<readonly ThreadPosition[]>
}

/**
 * The order for a sort and a search, from memory while it holds, else by one UID SORT or UID SEARCH.
 * A server without SORT (RFC 5256) sorts everything in order of arrival.
 */
export async function orderOf(
  connection: MailConnection,
  folder: Folder,
  request: { readonly sort: SortOrder | undefined; readonly search: SearchQuery | undefined },
): Promise<ListOrder> {
  const by = sortKey(connection, request)
  const criteria = searchCriteria(request.search)
  if (by === 'arrival' && criteria === undefined) return folder.uids

  const key = orderKey(by, request.search)
  const held = stillHolds(folder, folder.orders.get(key), request.search)
  if (held?.asOf.arrivals === folder.version.arrivals) {
    keep(folder, key, held)
    return listOrder(folder, held)
  }

  const asOf = folder.version
  const upTo = folder.uids.last
  const byDate =
    by === 'received' ? await orderByArrival(connection, folder, request.search, held) : undefined
  if (byDate !== undefined) {
    const order = { uids: byDate, upTo, asOf }
    keep(folder, key, order)
    return listOrder(folder, order)
  }

  // Where a match stays one, only what has arrived is searched.
  const matched = by === 'arrival' ? held : undefined
  const since = matched === undefined ? [] : [`UID ${matched.upTo + 1}:*`]
  let uids: Uint32Array = new Uint32Array(0)
  const command =
    by === 'arrival'
      ? [`UID SEARCH${connection.has('ESEARCH') ? ' RETURN (ALL)' : ''} CHARSET UTF-8`]
      : [`UID SORT (${SORT_KEYS[by]}) UTF-8`]
  await connection.search([...command, ...since, ...(criteria ?? ['ALL'])], (response) => {
    uids = searchResult(response)?.slice() ?? uids
  })
  if (by === 'arrival') uids = joined(matched ?? NOTHING, inAscendingOrder(uids), upTo)
  const order = { uids, upTo, asOf }
  keep(folder, key, order)
  return listOrder(folder, order)
}

/**
 * The order by date of arrival without sorting again; undefined where it was never requested. A search is made as for
 * the order of the UIDs, in which only what has arrived is searched.
 */
async function orderByArrival(
  connection: MailConnection,
  folder: Folder,
  search: SearchQuery | undefined,
  held: FolderOrder | undefined,
): Promise<Uint32Array | undefined> {
  if (searchCriteria(search) === undefined) {
    return held === undefined ? undefined : withArrivals(connection, folder, held)
  }
  const all = await orderOf(connection, folder, { sort: BY_ARRIVAL, search: undefined })
  const found = await orderOf(connection, folder, { sort: undefined, search })
  const matching = new Set(found.slice(0, found.length))
  return all.slice(0, all.length).filter((uid) => matching.has(uid))
}

const BY_ARRIVAL = { by: 'received', isDescending: true } as const

/** True when `orderOf` has to look at nothing but what has arrived. */
export function hasOrder(
  connection: MailConnection,
  folder: Folder,
  request: { readonly sort: SortOrder | undefined; readonly search: SearchQuery | undefined },
): boolean {
  const by = sortKey(connection, request)
  // It is made of that search.
  if (by === 'received' && request.search !== undefined) {
    return hasOrder(connection, folder, { sort: undefined, search: request.search })
  }
  const held = stillHolds(folder, folder.orders.get(orderKey(by, request.search)), request.search)
  if (held === undefined) return false
  return by === 'arrival' || by === 'received' || held.asOf.arrivals === folder.version.arrivals
}

/**
 * Takes over what another connection found in the same mailbox, as far as it is still there. In an order
 * by arrival what has come since is looked at next; in another one it is missing until the next change.
 */
export function adoptOrders(found: Folder, folder: Folder): void {
  for (const [key, { uids, upTo }] of found.orders) {
    const isBehind = /^(?:arrival|received) /.test(key) && upTo !== folder.uids.last
    const { version } = folder
    const asOf = isBehind ? { ...version, arrivals: version.arrivals - 1 } : version
    keep(folder, key, { uids: uids.filter((uid) => folder.uids.has(uid)), upTo, asOf })
  }
}

function sortKey(
  connection: MailConnection,
  { sort }: { readonly sort: SortOrder | undefined },
): SortKey {
  const by = sort?.by ?? 'arrival'
  if (!connection.has('SORT')) return 'arrival'
  return connection.has('SORT=DISPLAY') ? by : (BY_ADDRESS[by] ?? by)
}

const BY_ADDRESS: Readonly<Partial<Record<SortKey, SortKey>>> = {
  'from-name': 'from',
  'to-name': 'to',
}

/**
 * What of an order is still right, without messages that left; undefined when nothing is. Flags change
 * no order, and a search only when it is about flags. What arrived is missing in it.
 */
function stillHolds(
  folder: Folder,
  order: FolderOrder | undefined,
  search: SearchQuery | undefined,
): FolderOrder | undefined {
  if (order === undefined) return undefined
  const { asOf } = order
  const now = folder.version
  if (isAboutFlags(search) && asOf.flags !== now.flags) return undefined
  if (asOf.membership === now.membership) return order
  const uids = order.uids.filter((uid) => folder.uids.has(uid))
  return { ...order, uids, asOf: { ...now, arrivals: asOf.arrivals } }
}

/** "n:*" names the last message even when its UID is below n (RFC 9051 9). */
function joined(
  before: Pick<FolderOrder, 'uids' | 'upTo'>,
  found: Uint32Array,
  upTo: number,
): Uint32Array {
  const added = found.filter((uid) => uid > before.upTo && uid <= upTo)
  const uids = new Uint32Array(before.uids.length + added.length)
  uids.set(before.uids)
  uids.set(added, before.uids.length)
  return uids
}

/** What an order is kept under. */
function orderKey(by: SortKey, search: SearchQuery | undefined): string {
  return `${by} ${JSON.stringify(search ?? null)}`
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
  const isUntouched = order.asOf.membership === folder.version.membership
  const uids = isUntouched ? order.uids : order.uids.filter((uid) => folder.uids.has(uid))
  return { length: uids.length, slice: (from, to) => uids.subarray(Math.max(0, from), to) }
}
