import {
  PhpFormatError,
  readSerialized,
  splitSerialized,
  type PhpValue,
  type SerializedParts,
} from '../../../store/index.ts'
import type { SortChoice } from '../request/response.ts'

/** What a search has found, as Roundcube's session keeps it: a moment's messages, which later lists show page by page. */
export interface ResultSet {
  /** In modified UTF-7. */
  readonly mailbox: string
  /** In ascending order of the sort. */
  readonly uids: readonly number[]
  /** `''` is the order of arrival. */
  readonly sortColumn: string
}

/** One page of a result set. */
export interface ResultPage {
  readonly uids: readonly number[]
  readonly page: number
  readonly pageCount: number
  readonly total: number
}

/** The page as it is shown in an order; undefined where Roundcube would have to sort, or has no such page. */
export function resultPageOf(
  { uids, sortColumn }: ResultSet,
  order: SortChoice,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): ResultPage | undefined {
  if (sortColumn !== order.sortColumn || uids.length === 0) return undefined
  const pageCount = Math.ceil(uids.length / pageSize)
  if (page > pageCount) return undefined
  const shown = order.sortOrder === 'DESC' ? uids.toReversed() : uids
  const first = (page - 1) * pageSize
  return { uids: shown.slice(first, first + pageSize), page, pageCount, total: uids.length }
}

/** Read once for each record of a session. */
const readBefore = new WeakMap<Buffer, { readonly reported: ResultSet | undefined }>()

/**
 * Reads the session's variable `search`: `[criteria, rcube_result_index, charset, sort column, is sorted]`. undefined for
 * everything else: several folders, threads, a search that was not finished.
 */
export function readResultSet(value: Buffer): ResultSet | undefined {
  const cached = readBefore.get(value)
  if (cached !== undefined) return cached.reported
  const reported = resultSetOf(value)
  readBefore.set(value, { reported })
  return reported
}

function resultSetOf(value: Buffer): ResultSet | undefined {
  const search = partsOf(value)
  if (search?.className !== undefined) return undefined
  const found = partsOf(search?.values.get('1'))
  if (search === undefined || found?.className !== 'rcube_result_index') return undefined
  const reported = (name: string) => valueOf(found, name)
  const [sortColumn, isSorted] = [valueOf(search, '3'), valueOf(search, '4')]
  const [mailbox, list] = [reported('\0*\0mailbox'), reported('\0*\0raw_data')]
  const isWhole = reported('incomplete') === false && reported('\0*\0order') === 'ASC'
  if (typeof mailbox !== 'string' || typeof list !== 'string' || !isWhole) return undefined
  if (typeof sortColumn !== 'string' || isSorted !== (sortColumn !== '')) return undefined
  if (!/^(\d+( \d+)*)?$/.test(list)) return undefined
  return { mailbox, uids: list === '' ? [] : list.split(' ').map(Number), sortColumn }
}

function partsOf(value: Buffer | undefined): SerializedParts | undefined {
  try {
    return value === undefined ? undefined : splitSerialized(value)
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

function valueOf({ values }: SerializedParts, name: string): PhpValue | undefined {
  const value = values.get(name)
  return value === undefined ? undefined : readSerialized(value)
}
