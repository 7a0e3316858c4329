import { createHash } from 'node:crypto'
import type { PendingMoves, CopyLocation, MovingMessage } from '../cache/pending-moves.ts'
import type { Folder } from '../cache/folder.ts'
import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import { searchUids } from '../connection/folder-sync.ts'
import { statusOf } from '../connection/status.ts'
import { bigintOf, bufferOf, bytesOf, numberOf } from '../imap/parser/value.ts'
import type { MoveOutcome } from '../model/account.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import { MailFault } from '../model/mail-fault.ts'
import { removeMessages, requireUnexpunged, transferMessages } from './message-actions.ts'

/** Where to, and what is remembered of moves that have started. */
interface MoveTarget {
  /** Key of the mailbox owner. */
  readonly owner: string
  readonly target: MailboxName
  readonly pendingMoves: PendingMoves
}

/**
 * UID MOVE (RFC 6851). Without it the messages are copied and then removed: when the removal fails, they are in both
 * mailboxes, never in none, and who repeats a move whose answer was lost copies only what is not in the target yet.
 */
export async function moveMessages(
  connection: MailConnection,
  folder: Folder,
  uids: readonly number[],
  to: MoveTarget,
): Promise<MoveOutcome> {
  if (connection.has('MOVE')) {
    return transferMessages(connection, folder, { command: 'UID MOVE', uids, target: to.target })
  }
  // Else the messages would stay beside their copies.
  requireUnexpunged(folder, ['\\Deleted'])
  const started = pendingMovesOf(folder, uids, to)
  const { source, copies } = await findCopies(connection, folder, to.target, started.locations)
  const missing = uids.filter((uid) => !copies.has(uid))
  if (missing.length > 0) started.keep(missing, await endOf(connection, to.target))
  const copied = await transferMessages(connection, source, {
    command: 'UID COPY',
    uids: missing,
    target: to.target,
  })
  // A message of which the server reports no copy was deleted by then.
  const isCopied = (uid: number) => copied.uidMap?.has(uid) ?? true
  await removeMessages(connection, source, [...copies.keys(), ...missing.filter(isCopied)])
  started.forget()
  return withCopies(copied, copies, started.locations)
}

/** What is remembered of these messages on their way to that mailbox. */
function pendingMovesOf(
  folder: Folder,
  uids: readonly number[],
  { owner, target, pendingMoves }: MoveTarget,
) {
  const { path: source, uidValidity } = folder
  const named = (uid: number): MovingMessage => ({ owner, source, uidValidity, uid, target })
  const locations = new Map<number, CopyLocation>()
  for (const uid of uids) {
    const location = pendingMoves.find(named(uid))
    if (location !== undefined) locations.set(uid, location)
  }
  return {
    locations,
    /** The first try counts: what it did may be there as well. */
    keep: (missing: readonly number[], end: CopyLocation | undefined) => {
      if (end === undefined) return
      for (const uid of missing) pendingMoves.keep(named(uid), locations.get(uid) ?? end)
    },
    forget: () => {
      for (const uid of uids) pendingMoves.forget(named(uid))
    },
  }
}

/** UIDNEXT of a mailbox; undefined where the server does not tell it, as of one that may not be read. */
async function endOf(
  connection: MailConnection,
  mailbox: MailboxName,
): Promise<CopyLocation | undefined> {
  let location: CopyLocation | undefined
  const [command, listener] = statusOf(connection, mailbox, 'UIDNEXT UIDVALIDITY', (items) => {
    const firstUid = numberOf(items.get('UIDNEXT'))
    const targetUidValidity = bigintOf(items.get('UIDVALIDITY'))
    if (firstUid === undefined || targetUidValidity === undefined) return
    location = { firstUid, targetUidValidity }
  })
  await connection.attempt(command, listener)
  return location
}

interface FoundCopies {
  /** The mailbox of the messages, selected again. */
  readonly source: Folder
  /** UIDs of the copies by those of the messages. */
  readonly copies: ReadonlyMap<number, number>
}

/** The copies that earlier tries left in the target: what has the same header and size, one for each message. */
async function findCopies(
  connection: MailConnection,
  folder: Folder,
  target: MailboxName,
  locations: ReadonlyMap<number, CopyLocation>,
): Promise<FoundCopies> {
  if (locations.size === 0) return { source: folder, copies: new Map() }
  const messages = await fingerprintsOf(connection, [...locations.keys()])
  const candidates = await fingerprintsIn(connection, target, [...locations.values()])
  const source = await connection.open(folder.path)
  if (source.uidValidity !== folder.uidValidity) {
    throw new MailFault('mailbox_replaced', 'The mailbox was replaced meanwhile')
  }

  const alike = new Map<string, number[]>()
  for (const [copy, fingerprint] of candidates) {
    const others = alike.get(fingerprint)
    if (others === undefined) alike.set(fingerprint, [copy])
    else others.push(copy)
  }
  const copies = new Map<number, number>()
  for (const [uid, fingerprint] of messages) {
    const copy = alike.get(fingerprint)?.shift()
    if (copy !== undefined) copies.set(uid, copy)
  }
  return { source, copies }
}

/** Those that came to the mailbox since the first try. None when it is another one by now. */
async function fingerprintsIn(
  connection: MailConnection,
  target: MailboxName,
  positions: readonly CopyLocation[],
): Promise<Map<number, string>> {
  const { uidValidity } = await connection.select(target)
  const firstUids = positions
    .filter(({ targetUidValidity }) => targetUidValidity === uidValidity)
    .map(({ firstUid }) => firstUid)
  if (firstUids.length === 0) return new Map()
  const first = Math.min(...firstUids)
  let came: readonly number[] = []
  await searchUids(connection, `UID ${first}:*`, (uids) => {
    // "n:*" names the last message even when its UID is below n (RFC 9051 9).
    came = [...uids].filter((uid) => uid >= first)
  })
  return fingerprintsOf(connection, came)
}

/** What a message and its copy have in common and no other message has. */
async function fingerprintsOf(
  connection: MailConnection,
  uids: readonly number[],
): Promise<Map<number, string>> {
  const fingerprints = new Map<number, string>()
  await connection.fetch(uids, '(UID RFC822.SIZE BODY.PEEK[HEADER])', (uid, items) => {
    // A change of flags meanwhile comes in a FETCH of its own.
    if (items.has('BODY[HEADER]')) fingerprints.set(uid, fingerprintOf(items))
  })
  return fingerprints
}

function fingerprintOf(items: FetchedItems): string {
  const header = createHash('sha256').update(bufferOf(items.get('BODY[HEADER]')))
  return `${bytesOf(items.get('RFC822.SIZE'))} ${header.digest('base64')}`
}

/** The outcome of all tries together. */
function withCopies(
  copied: MoveOutcome,
  copies: FoundCopies['copies'],
  locations: ReadonlyMap<number, CopyLocation>,
): MoveOutcome {
  const [location] = locations.values()
  if (copies.size === 0 || location === undefined) return copied
  const isAllFound = copied.count === 0
  const isReported = isAllFound || copied.uidMap !== undefined
  return {
    count: copies.size + copied.count,
    uidMap: isReported ? new Map([...copies, ...(copied.uidMap ?? [])]) : undefined,
    targetUidValidity: copied.targetUidValidity ?? location.targetUidValidity,
  }
}
