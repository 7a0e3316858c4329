import type { MatchingUids, UidsBetweenRequest } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { orderOf } from './order.ts'
import { synchronizeFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import { packUids } from '../imap/parser/uid-set.ts'
import { threadOrderOf } from './thread-order.ts'

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
  const places = request.ends.map((uid) => uids.indexOf(uid))
  if (places.includes(-1)) throw new MailFault('message_not_found', 'Not in the list any more')
  const chosen = uids.slice(Math.min(...places), Math.max(...places) + 1).sort()
  return { set: packUids(chosen), count: chosen.length, uidValidity: folder.uidValidity }
}
