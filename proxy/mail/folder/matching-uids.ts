import type {
  MatchingUids,
  MatchingUidsRequest,
  UidsBetweenRequest,
} from '../model/message-list.ts'
import type { MailConnection } from '../connection/connection.ts'
import { searchResult, synchronizeFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import type { CommandPart } from '../imap/command.ts'
import { packUids } from '../imap/parser/uid-set.ts'
import { searchCriteria } from './search-criteria.ts'
import { inAscendingOrder } from '../model/uid-list.ts'
import { MailFault } from '../model/mail-fault.ts'
import { orderOf } from './order.ts'
import { threadOrderOf } from './thread-order.ts'

/**
 * The UIDs of all messages of the selected mailbox that match, by one UID SEARCH: a picture of this
 * moment, so that who acts on it never meets a message that came later.
 */
export async function matchingUids(
  connection: MailConnection,
  { uidValidity }: Folder,
  request: MatchingUidsRequest,
): Promise<MatchingUids> {
  const uids = await searchUids(connection, request)
  return { set: packUids(uids), count: uids.length, uidValidity }
}

/** The same as ascending UIDs. */
export async function searchUids(
  connection: MailConnection,
  { search, flags }: MatchingUidsRequest,
): Promise<Uint32Array> {
  const wanted: readonly CommandPart[] = [
    ...(flags === undefined ? [] : [flags]),
    ...(searchCriteria(search) ?? []),
  ]
  return searchUidsBy(connection, wanted.length === 0 ? ['ALL'] : wanted)
}

/** The same by search keys of RFC 9051 6.4.4. */
export async function searchUidsBy(
  connection: MailConnection,
  criteria: readonly CommandPart[],
): Promise<Uint32Array> {
  const result = connection.has('ESEARCH') ? ' RETURN (ALL)' : ''
  let uids = new Uint32Array(0)
  await connection.search([`UID SEARCH${result} CHARSET UTF-8`, ...criteria], (response) => {
    uids = searchResult(response)?.slice() ?? uids
  })
  return inAscendingOrder(uids)
}

/**
 * The UIDs of a list from one of its messages to another, in whichever order they stand, both included.
 * Throws MailFault `message_not_found` when one of the two is not in the list any more.
 */
export async function uidsBetween(
  connection: MailConnection,
  folder: Folder,
  request: UidsBetweenRequest,
): Promise<MatchingUids> {
  await synchronizeFolder(connection, folder)
  const ordered = request.isThreaded === true ? threadOrderOf : orderOf
  const order = await ordered(connection, folder, request)
  const uids = order.slice(0, order.length)
  const locations = request.ends.map((uid) => uids.indexOf(uid))
  if (locations.includes(-1)) throw new MailFault('message_not_found', 'Not in the list any more')
  const chosen = uids.slice(Math.min(...locations), Math.max(...locations) + 1).sort()
  return { set: packUids(chosen), count: chosen.length, uidValidity: folder.uidValidity }
}
