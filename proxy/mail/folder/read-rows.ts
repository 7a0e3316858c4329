import type { Folder } from '../cache/folder.ts'
import type { RowCache } from '../cache/rows.ts'
import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import { ImapProtocolError } from '../imap/parser/response.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { MessageRow } from '../model/summary.ts'
import { fieldValues } from '../mime/header/header-field.ts'
import { completedAddresses, isWhole } from '../mime/header/loose-addresses.ts'
import { HEADER_ROW_ITEMS, headerText, parseRowByHeader, SENDER_ITEM } from './row-by-header.ts'
import {
  flagItems,
  hasSummary,
  parseFlags,
  parseRow,
  ROW_LIMITS,
  SUMMARY_ITEMS,
} from './row-parser.ts'

/** What became of rows that were requested, beside those that are in the cache now. */
export interface ReadRows {
  /** Rows of messages that the server refused to tell of: next time they are requested again. */
  readonly refused: ReadonlyMap<number, MessageRow>
}

/**
 * Requests what is missing or outdated of these rows; costs nothing when nothing is. A row the server cannot tell in the
 * ordinary way, as it is too large or not IMAP, is requested again by its header, and costs no other one.
 */
export async function fetchRows(
  connection: MailConnection,
  folder: Folder,
  rowCache: RowCache,
  uids: readonly number[],
): Promise<ReadRows> {
  const flagsAsOf = folder.version.flags
  const unknown = uids.filter((uid) => rowCache.find(folder, uid) === undefined)
  const stale = uids.filter((uid) => {
    const cached = rowCache.find(folder, uid)
    return cached !== undefined && cached.flagsAsOf < flagsAsOf
  })
  const volatile = flagItems(folder.hasModseq)
  const whole = unknown.filter((uid) => !folder.readByHeader.has(uid))
  const [refusal] = await Promise.all([
    connection
      .fetch(whole, `(${volatile} ${SUMMARY_ITEMS})`, (uid, items, missing) => {
        if (hasSummary(items, missing)) {
          const row = parseRow(uid, items)
          const { summary } = row
          const read =
            missing === undefined ? row : { ...row, summary: { ...summary, ...NOT_WHOLE } }
          rowCache.keep(folder, { row: read, flagsAsOf })
        } else refreshFlags(folder, rowCache, uid, { items, flagsAsOf })
      })
      .then(
        () => undefined,
        (error: unknown) =>
          refusalOf(connection, error, () => noteUnreadable(folder, rowCache, whole)),
      ),
    connection.fetch(stale, `(${volatile})`, (uid, items) => {
      refreshFlags(folder, rowCache, uid, { items, flagsAsOf })
    }),
  ])
  await completeSenders(connection, folder, rowCache, { uids: whole, flagsAsOf })
  const missing = unknown.filter(
    (uid) => folder.uids.has(uid) && rowCache.find(folder, uid) === undefined,
  )
  const refused = new Map<number, MessageRow>()
  // Each apart: the server may refuse one for the other.
  await Promise.all(
    missing.map(async (uid) => {
      const readInto = (keep: (row: MessageRow) => void) => (_uid: number, items: FetchedItems) => {
        if (items.has('INTERNALDATE')) keep(parseRowByHeader(uid, items))
      }
      try {
        const keep = readInto((row) => {
          rowCache.keep(folder, { row, flagsAsOf })
        })
        await connection.fetch([uid], `(${volatile} ${HEADER_ROW_ITEMS})`, keep)
      } catch (error) {
        refusalOf(connection, error)
        refused.set(uid, parseRowByHeader(uid, new Map()))
      }
      if (!refused.has(uid)) return
      const note = readInto((row) => refused.set(uid, row))
      // What the server knows without its message.
      await connection
        .fetch([uid], `(${volatile} INTERNALDATE)`, note)
        .catch((error: unknown) => refusalOf(connection, error))
    }),
  )
  // Not one of them: that is about the mailbox, or the server.
  if (refused.size > 0 && refused.size === uids.length && refusal !== undefined) throw refusal
  return { refused }
}

/** Senders that the server could not read as addresses are read off their field: a list of ordinary ones requests none. */
async function completeSenders(
  connection: MailConnection,
  folder: Folder,
  rowCache: RowCache,
  { uids, flagsAsOf }: { readonly uids: readonly number[]; readonly flagsAsOf: number },
): Promise<void> {
  const unread = uids.filter((uid) => {
    const from = rowCache.find(folder, uid)?.row.summary.from ?? []
    return !from.every(isWhole)
  })
  await connection
    .fetch(unread, `(UID ${SENDER_ITEM})`, (uid, items) => {
      const row = rowCache.find(folder, uid)?.row
      if (row === undefined) return
      const { summary } = row
      const [field] = fieldValues(headerText(items), 'from')
      const from = completedAddresses(summary.from, field, ROW_LIMITS.maxAddresses)
      rowCache.keep(folder, { row: { ...row, summary: { ...summary, from } }, flagsAsOf })
    })
    // The row is there without.
    .catch((error: unknown) => refusalOf(connection, error))
}

const NOT_WHOLE = { isUnclear: true, isIncomplete: true } as const

/** A fault of a connection that continues, which is about messages; any other is thrown. */
function refusalOf(
  connection: MailConnection,
  error: unknown,
  onEnd: () => boolean = () => false,
): MailFault {
  if (!(error instanceof MailFault)) throw error
  if (connection.isOpen) return error
  const isResponse = error.code === 'response_too_large' || error.cause instanceof ImapProtocolError
  // Repeated on another connection, without what ended this one.
  if (isResponse && onEnd()) throw new MailFault('closed', error.serverText, { cause: error })
  throw error
}

/**
 * A server sends messages in order, so that the first missing one is the one that ended the connection; after it
 * another one would: then all are read by their headers. False when that was no help either.
 */
function noteUnreadable(folder: Folder, rowCache: RowCache, requested: readonly number[]): boolean {
  const untold = requested.filter((uid) => rowCache.find(folder, uid) === undefined)
  const [first] = untold.toSorted((one, other) => one - other)
  if (first === undefined) return false
  const isFirst = folder.readByHeader.size === 0
  for (const uid of isFirst ? [first] : untold) folder.readByHeader.add(uid)
  return true
}

function refreshFlags(
  folder: Folder,
  rowCache: RowCache,
  uid: number,
  { items, flagsAsOf }: { readonly items: FetchedItems; readonly flagsAsOf: number },
): void {
  const cached = rowCache.find(folder, uid)
  if (cached === undefined || !items.has('FLAGS')) return
  const { flags, modseq } = parseFlags(items)
  const row: MessageRow = { summary: cached.row.summary, flags, modseq }
  rowCache.keep(folder, { row, flagsAsOf })
}
