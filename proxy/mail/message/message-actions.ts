import type { MoveOutcome } from '../model/account.ts'
import { allDone } from '../connection/all-done.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault, type MailFaultCode } from '../model/mail-fault.ts'
import { searchUids, synchronizeFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import { quotedMailboxName } from '../imap/command.ts'
import type { Untagged } from '../imap/conversation.ts'
import { packUids, unpackUids } from '../imap/parser/uid-set.ts'
import { bigintOf, bytesOf, numberOf } from '../imap/parser/value.ts'
import type { MessageName } from '../model/mailbox.ts'

/** COPYUID of more messages than this is not read. */
const MAX_MAPPED_UIDS = 1_000_000

/** Adds and removes flags. Throws MailFault `server_refused` for what is no flag, `mailbox_refused` for what is not kept. */
export async function storeFlags(
  connection: MailConnection,
  folder: Folder,
  uids: readonly number[],
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  const set = packUids(uids)
  await Promise.all([
    store(connection, folder, set, { item: '+FLAGS.SILENT', flags: change.add }),
    store(connection, folder, set, { item: '-FLAGS.SILENT', flags: change.remove }),
  ])
}

/** UID COPY. */
export async function copyMessages(
  connection: MailConnection,
  folder: Folder,
  uids: readonly number[],
  target: MailboxName,
): Promise<MoveOutcome> {
  return transferMessages(connection, folder, { command: 'UID COPY', uids, target })
}

interface Transfer {
  readonly command: 'UID COPY' | 'UID MOVE'
  readonly uids: readonly number[]
  readonly target: MailboxName
}

/** One of the two commands, and what the server reported of the copies; nothing is sent where no message is named. */
export async function transferMessages(
  connection: MailConnection,
  folder: Folder,
  { command, uids, target }: Transfer,
): Promise<MoveOutcome> {
  const present = uids.filter((uid) => folder.uids.has(uid))
  let copied: CopiedUids = { uidMap: undefined, targetUidValidity: undefined }
  if (uids.length === 0) return { count: 0, ...copied }
  const args = [command, packUids(uids), quotedMailboxName(target)]
  const transferred = connection.execute(args, (response) => {
    copied = copiedUids(response) ?? copied
  })
  // A mailbox from which nothing may be removed refuses a move as well.
  const isTarget = command === 'UID COPY' || folder.keepsFlags(['\\Deleted'])
  await (isTarget ? transferred.catch(refusedBy(target)) : transferred)
  return { count: copied.uidMap?.size ?? present.length, ...copied }
}

/**
 * Removes exactly these messages permanently. Without UIDPLUS (RFC 4315) EXPUNGE would also take
 * messages someone else has marked: their mark is lifted before and set again after.
 */
export async function removeMessages(
  connection: MailConnection,
  folder: Folder,
  uids: readonly number[],
): Promise<void> {
  if (uids.length === 0) return
  requireUnexpunged(folder, ['\\Deleted'])
  const set = packUids(uids)
  const mark = () => store(connection, folder, set, { item: '+FLAGS.SILENT', flags: ['\\Deleted'] })
  if (connection.has('UIDPLUS')) {
    // In one round trip: where the mark fails nothing but these could go.
    await allDone([mark(), connection.execute(['UID EXPUNGE', set])])
    return
  }
  await mark()
  const ours = new Set(uids)
  let marked = new Uint32Array(0)
  await searchUids(connection, 'DELETED', (found) => {
    marked = found.slice()
  })
  const others = packUids(marked.filter((uid) => !ours.has(uid)))
  await store(connection, folder, others, { item: '-FLAGS.SILENT', flags: ['\\Deleted'] })
  try {
    await connection.execute(['EXPUNGE'])
  } finally {
    await store(connection, folder, others, { item: '+FLAGS.SILENT', flags: ['\\Deleted'] })
  }
}

/** Removes every message that was there when the action began; what arrives meanwhile stays. */
export async function emptyMailbox(connection: MailConnection, folder: Folder): Promise<void> {
  await synchronizeFolder(connection, folder)
  const uids = [...folder.uids.slice(0, folder.uids.length)]
  await removeMessages(connection, folder, uids)
}

/** APPEND; returns the message's UID where the server sends it (RFC 4315). */
export async function appendMessage(
  connection: MailConnection,
  mailbox: MailboxName,
  source: Buffer,
  flags: readonly string[],
): Promise<MessageName | undefined> {
  const line = await connection
    .execute(['APPEND', quotedMailboxName(mailbox), `(${checkedFlags(flags).join(' ')})`, source])
    .catch(refusedBy(mailbox))
  if (line.code !== 'APPENDUID') return undefined
  const [uidValidity, uid] = [bigintOf(line.codeValues[0]), numberOf(line.codeValues[1])]
  if (uidValidity === undefined || uid === undefined) return undefined
  return { mailbox, uidValidity, uid }
}

/** Names the mailbox that was refused: drafts and the trash are not the one that the user looks at. */
function refusedBy(mailbox: MailboxName): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof MailFault) || !refusals.has(error.code)) throw error
    const { code, serverText, reply } = error
    throw new MailFault(code, serverText, { cause: error, reply, mailbox })
  }
}

/** A NO that another try meets as well, until a user changes the mailbox or the message. */
const refusals: ReadonlySet<MailFaultCode> = new Set([
  'mailbox_refused',
  'over_quota',
  'server_refused',
])

interface FlagChange {
  readonly item: '+FLAGS.SILENT' | '-FLAGS.SILENT'
  readonly flags: readonly string[]
}

async function store(
  connection: MailConnection,
  folder: Folder,
  set: string,
  { item, flags }: FlagChange,
): Promise<void> {
  if (flags.length === 0 || set === '') return
  const names = checkedFlags(flags)
  requireUnexpunged(folder, names)
  try {
    await connection.execute(['UID STORE', set, item, `(${names.join(' ')})`])
  } finally {
    // Silent for us, and perhaps done although the response was lost.
    folder.flagsChanged()
  }
}

/** A server may answer OK to the change of a flag that it does not keep, and forget it: throws MailFault before. */
export function requireUnexpunged(folder: Folder, flags: readonly string[]): void {
  if (folder.keepsFlags(flags)) return
  throw new MailFault('mailbox_refused', `The mailbox does not keep ${flags.join(' ')}`)
}

type CopiedUids = Pick<MoveOutcome, 'uidMap' | 'targetUidValidity'>

/** `[COPYUID validity source-set target-set]`, tagged after COPY, untagged after MOVE. */
function copiedUids(response: Untagged): CopiedUids | undefined {
  if (response.kind !== 'status' || response.code !== 'COPYUID') return undefined
  const [validity, from, to] = response.codeValues
  const sources = unpackUids(bytesOf(from), MAX_MAPPED_UIDS)
  const targets = unpackUids(bytesOf(to), MAX_MAPPED_UIDS)
  if (sources.length !== targets.length) return undefined
  const uidMap = new Map([...sources].map((uid, index) => [uid, targets[index] ?? 0] as const))
  return { uidMap, targetUidValidity: bigintOf(validity) }
}

/** A flag is a keyword or a system flag (RFC 9051 9); anything else would change the command. */
function checkedFlags(flags: readonly string[]): readonly string[] {
  const isFlag = (flag: string) => /^\\?[^\s(){%*"\\\]\u0000-\u001f\u007f-\uffff]{1,64}$/.test(flag)
  if (!flags.every(isFlag)) throw new MailFault('server_refused', 'Not a flag')
  return flags
}
