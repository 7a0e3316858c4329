import type { MailConnection } from './connection.ts'
import { MailFault } from './errors.ts'
import type { Folder } from './folder.ts'
import { mailboxName } from './imap/command.ts'
import type { Untagged } from './imap/conversation.ts'
import { bigintOf, numberOf, pairsOf } from './imap/value.ts'
import type { MailboxState } from './mailbox.ts'

/** A mailbox that changes faster than it can be listed is given up after so many attempts. */
const MAX_ATTEMPTS = 8

/**
 * Asks what the folder does not know yet, in one round trip: its UIDs (only those of new messages
 * where possible) and its counts. Costs nothing when nothing has changed.
 */
export function synchronizeFolder(
  connection: MailConnection,
  folder: Folder,
): Promise<MailboxState> {
  return untilKnown(
    () => folder.state,
    () => Promise.all([listUids(connection, folder), askStatus(connection, folder)]),
  )
}

/** As `synchronizeFolder` for the counts alone: who only counts keeps no UIDs. */
export function countFolder(connection: MailConnection, folder: Folder): Promise<MailboxState> {
  return untilKnown(
    () => folder.counts,
    () => askStatus(connection, folder),
  )
}

async function untilKnown(
  known: () => MailboxState | undefined,
  ask: () => Promise<unknown>,
): Promise<MailboxState> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = known()
    if (state !== undefined) return state
    await ask()
  }
  throw new MailFault('busy', 'The mailbox changes too fast to be listed')
}

async function listUids(connection: MailConnection, folder: Folder): Promise<void> {
  if (folder.hasAllUids) return
  const isComplete = folder.mustReplaceUids
  // "n:*" names the last message even when its UID is below n (RFC 9051 9); the folder leaves it out.
  const criteria = isComplete ? 'ALL' : `UID ${folder.uids.last + 1}:*`
  await searchUids(connection, criteria, (uids) => {
    folder.uidsListed(uids, isComplete)
  })
}

/** UID SEARCH by ready-made criteria. `on` hears the result at its place among the server's news. */
export async function searchUids(
  connection: MailConnection,
  criteria: string,
  on: (uids: Uint32Array) => void,
): Promise<void> {
  const result = connection.has('ESEARCH') ? 'RETURN (ALL) ' : ''
  await connection.execute([`UID SEARCH ${result}${criteria}`], (answer) => {
    const uids = searchResult(answer)
    if (uids !== undefined) on(uids)
  })
}

/** The numbers of a SEARCH, SORT or ESEARCH answer (RFC 9051 7.3.4, RFC 5256), else undefined. */
export function searchResult(answer: Untagged): Uint32Array | undefined {
  return answer.kind === 'numbers' ? answer.numbers : undefined
}

async function askStatus(connection: MailConnection, folder: Folder): Promise<void> {
  const asOf = folder.moment
  const items = folder.hasModseq ? 'UNSEEN UIDNEXT HIGHESTMODSEQ' : 'UNSEEN UIDNEXT'
  await connection.execute(['STATUS', mailboxName(folder.path), `(${items})`], (answer) => {
    if (answer.kind !== 'data' || answer.name !== 'STATUS') return
    const told = pairsOf(answer.values[1])
    folder.statusTold(
      {
        unseen: numberOf(told.get('UNSEEN')) ?? 0,
        uidNext: numberOf(told.get('UIDNEXT')) ?? folder.uids.last + 1,
        highestModseq: bigintOf(told.get('HIGHESTMODSEQ')),
      },
      asOf,
    )
  })
}
