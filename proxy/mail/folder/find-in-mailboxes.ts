import type { FoundMessages, FoundRequest, Finding } from '../model/found-messages.ts'
import type { Account, MailOptions } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { synchronizeFolder } from '../connection/folder-sync.ts'
import { whileWanted } from '../connection/search-connection.ts'
import type { RunApart } from '../connection/second-connection.ts'
import type { WorkingConnection } from '../connection/working.ts'
import type { RowCache } from '../cache/rows.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { MessageRow } from '../model/summary.ts'
import { searchUids } from './matching-uids.ts'
import type { Folder } from '../cache/folder.ts'
import { fetchRows } from './read-rows.ts'

interface FindingParts {
  readonly rowCache: RowCache
  readonly now: () => number
  readonly working: Pick<WorkingConnection, 'read'>
  /** undefined when the account has one connection only. */
  readonly runApart: RunApart | undefined
}

/** Searches of several mailboxes, on a connection of their own; they end with their request. */
export function createFinding({ working, runApart, ...tools }: FindingParts): Account['find'] {
  /** Others wait for one mailbox at most. */
  const findHere = (request: FoundRequest, options: MailOptions) =>
    working.read(
      (connection) =>
        whileWanted(connection, options.signal, () =>
          findInMailboxes(connection, { ...request, forMs: 0 }, tools),
        ),
      options,
    )

  return async (request, options) => {
    if (request.mailboxes.length === 0) return { found: [], refused: [], searched: 0 }
    if (runApart === undefined) return findHere(request, options)
    try {
      return await runApart(
        (connection) => findInMailboxes(connection, request, tools),
        options.signal,
      )
    } catch (error) {
      // The server allows no other connection.
      if (error instanceof MailFault && error.code === 'limit_reached') {
        return findHere(request, options)
      }
      throw error
    }
  }
}

/**
 * Searches mailboxes one by one, at least one of them, until the time is over. A mailbox that the server does not
 * open, or refuses to search, costs itself only. Throws MailFault for the connection and for `search_stopped`.
 */
async function findInMailboxes(
  connection: MailConnection,
  { mailboxes, search, maxRows, forMs }: FoundRequest,
  { rowCache, now }: Pick<FindingParts, 'rowCache' | 'now'>,
): Promise<Finding> {
  const until = now() + forMs
  const found: FoundMessages[] = []
  const refused: MailboxName[] = []
  let searched = 0
  for (const mailbox of mailboxes) {
    if (searched > 0 && now() >= until) break
    try {
      const folder = await connection.open(mailbox)
      const uids = await searchUids(connection, { search, flags: undefined })
      // UIDs ascend in order of arrival: the newest are the last.
      const rows = await readFoundRows(connection, folder, rowCache, [...uids.slice(-maxRows)])
      const { uidValidity } = folder
      if (uids.length > 0) found.push({ mailbox, uidValidity, count: uids.length, rows })
    } catch (error) {
      if (!connection.isOpen || !isOfMailbox(error)) throw error
      refused.push(mailbox)
    }
    searched += 1
  }
  return { found, refused, searched }
}

/** Rows of messages that a search told, in this order. What was deleted meanwhile is left out. */
export async function readFoundRows(
  connection: MailConnection,
  folder: Folder,
  rowCache: RowCache,
  uids: readonly number[],
): Promise<readonly MessageRow[]> {
  const known = async () => {
    const { refused } = await fetchRows(connection, folder, rowCache, uids)
    return uids.flatMap((uid) => rowCache.find(folder, uid)?.row ?? refused.get(uid) ?? [])
  }
  const rows = await known()
  if (rows.length === uids.length) return rows
  // Rows that the server cannot tell are read by their headers, of messages known to be there.
  await synchronizeFolder(connection, folder)
  return known()
}

/** True for a fault that is about one mailbox: others can be searched. */
export function isOfMailbox(error: unknown): boolean {
  return error instanceof MailFault && MAILBOX_FAULTS.has(error.code)
}

const MAILBOX_FAULTS: ReadonlySet<MailFault['code']> = new Set([
  'mailbox_not_found',
  'mailbox_refused',
  'mailbox_damaged',
  'server_refused',
  'not_understood',
])
