import type { MatchingUids, MatchingUidsRequest } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { searchResult } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import type { CommandPart } from '../imap/command.ts'
import { packUids } from '../imap/parser/uid-set.ts'
import { searchCriteria } from './search-criteria.ts'
import { inAscendingOrder } from '../model/uid-list.ts'

/**
 * The UIDs of all messages of the selected mailbox that match, by one UID SEARCH: a picture of this
 * moment, so that who acts on it never meets a message that came later.
 */
export async function matchingUids(
  connection: MailConnection,
  { uidValidity }: Folder,
  { search, flags }: MatchingUidsRequest,
): Promise<MatchingUids> {
  const result = connection.has('ESEARCH') ? ' RETURN (ALL)' : ''
  const wanted: readonly CommandPart[] = [
    ...(flags === undefined ? [] : [flags]),
    ...(searchCriteria(search) ?? []),
  ]
  const criteria = wanted.length === 0 ? ['ALL'] : wanted
  let uids = new Uint32Array(0)
  await connection.search([`UID SEARCH${result} CHARSET UTF-8`, ...criteria], (answer) => {
    uids = searchResult(answer)?.slice() ?? uids
  })
  return { set: packUids(inAscendingOrder(uids)), count: uids.length, uidValidity }
}
