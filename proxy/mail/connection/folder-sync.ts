import type { MailConnection } from './connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { allDone } from './all-done.ts'
import { statusOf } from './status.ts'
import type { Folder, StatusFacts } from '../cache/folder.ts'
import type { Untagged } from '../imap/conversation.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { bigintOf, numberOf } from '../imap/parser/value.ts'
import type { MailboxState } from '../model/mailbox.ts'
import type { MailboxName } from '../model/mailbox-name.ts'

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
    () => Promise.all([listUids(connection, folder), queryStatus(connection, folder)]),
  )
}

/**
 * Opens a mailbox and requests with it what is missing, so that `synchronizeFolder` mostly finds
 * everything: one round trip in all. A mailbox in memory that may be unchanged is only opened.
 */
export async function openSynchronized(
  connection: MailConnection,
  path: MailboxName,
): Promise<Folder> {
  const selected = connection.selected()
  const opening = connection.open(path)
  if (selected?.path === path) {
    if (selected.state === undefined) {
      await allDone([opening, listUids(connection, selected), queryStatus(connection, selected)])
    }
    return opening
  }
  const cached = connection.cached(path)
  if (cached?.state === undefined || !cached.hasModseq) {
    await allDone([
      opening,
      listUnopened(connection, path, cached),
      countUnopened(connection, path),
    ])
  }
  return opening
}

/** Heard once the mailbox is selected. Where only new UIDs are requested, they are those of the known folder. */
async function listUnopened(
  connection: MailConnection,
  path: MailboxName,
  known: Folder | undefined,
): Promise<void> {
  const isComplete = known === undefined || known.mustReplaceUids
  await searchUids(connection, isComplete ? 'ALL' : newUids(known), (uids) => {
    const folder = connection.selected()
    if (folder?.path !== path || (!isComplete && folder !== known)) return
    folder.uidsListed(uids, isComplete)
  })
}

async function countUnopened(connection: MailConnection, path: MailboxName): Promise<void> {
  await countsOf(connection, path, connection.has('CONDSTORE'), (items) => {
    const folder = connection.selected()
    const asOf = connection.selectedAsOf()
    if (folder?.path === path && asOf !== undefined)
      folder.statusReported(statusFacts(items, folder), asOf)
  })
}

/** As `synchronizeFolder` for the counts alone: who only counts keeps no UIDs. */
export function countFolder(connection: MailConnection, folder: Folder): Promise<MailboxState> {
  return untilKnown(
    () => folder.counts,
    () => queryStatus(connection, folder),
  )
}

async function untilKnown(
  cached: () => MailboxState | undefined,
  query: () => Promise<unknown>,
): Promise<MailboxState> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const state = cached()
    if (state !== undefined) return state
    await query()
  }
  throw new MailFault('busy', 'The mailbox changes too fast to be listed')
}

async function listUids(connection: MailConnection, folder: Folder): Promise<void> {
  if (folder.hasAllUids) return
  const isComplete = folder.mustReplaceUids
  await searchUids(connection, isComplete ? 'ALL' : newUids(folder), (uids) => {
    folder.uidsListed(uids, isComplete)
  })
}

/** "n:*" names the last message even when its UID is below n (RFC 9051 9); the folder leaves it out. */
function newUids({ uids }: Folder): string {
  return `UID ${uids.last + 1}:*`
}

/** UID SEARCH by ready-made criteria. `on` hears the result at its place among the server's untagged data. */
export async function searchUids(
  connection: MailConnection,
  criteria: string,
  on: (uids: Uint32Array) => void,
): Promise<void> {
  const result = connection.has('ESEARCH') ? 'RETURN (ALL) ' : ''
  await connection.execute([`UID SEARCH ${result}${criteria}`], (response) => {
    const uids = searchResult(response)
    if (uids !== undefined) on(uids)
  })
}

/** The numbers of a SEARCH, SORT or ESEARCH answer (RFC 9051 7.3.4, RFC 5256), else undefined. */
export function searchResult(response: Untagged): Uint32Array | undefined {
  return response.kind === 'numbers' ? response.numbers : undefined
}

/** Requests the counts of a folder, as of this moment: a later report makes them worthless. */
export async function queryStatus(connection: MailConnection, folder: Folder): Promise<void> {
  const asOf = folder.version
  await countsOf(connection, folder.path, folder.hasModseq, (items) => {
    folder.statusReported(statusFacts(items, folder), asOf)
  })
}

async function countsOf(
  connection: MailConnection,
  path: MailboxName,
  hasModseq: boolean,
  on: (items: ReadonlyMap<string, ImapValue>) => void,
): Promise<void> {
  const items = hasModseq ? 'UNSEEN UIDNEXT HIGHESTMODSEQ' : 'UNSEEN UIDNEXT'
  await connection.execute(...statusOf(connection, path, items, on))
}

function statusFacts(items: ReadonlyMap<string, ImapValue>, folder: Folder): StatusFacts {
  return {
    unseen: numberOf(items.get('UNSEEN')) ?? 0,
    uidNext: numberOf(items.get('UIDNEXT')) ?? folder.uids.last + 1,
    // Servers say 0 of a mailbox without mod-sequences.
    highestModseq: folder.hasModseq ? bigintOf(items.get('HIGHESTMODSEQ')) : undefined,
  }
}
