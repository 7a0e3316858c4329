import type { MailboxName } from '../model/mailbox-name.ts'
import type { UidOptions } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { Folder } from '../cache/folder.ts'
import type { StreamAccess } from '../message/part-stream.ts'
import type { WorkingConnection } from '../connection/working.ts'

type MailboxWork<Result> = (connection: MailConnection, folder: Folder) => Promise<Result>

/** The ways of working in one mailbox: reads are repeated after a lost connection, acts are not. */
export function createMailboxWork(working: WorkingConnection) {
  const { read } = working
  /** Confirms the mailbox first, and that the caller's UIDs are UIDs of it. */
  const readIn = <Result>(mailbox: MailboxName, work: MailboxWork<Result>, options: UidOptions) =>
    read(
      async (connection) => work(connection, await openFor(connection, mailbox, options)),
      options,
    )
  /** The same for messages by their UIDs, which need no change of the mailbox. */
  const fetchIn = <Result>(mailbox: MailboxName, work: MailboxWork<Result>, options: UidOptions) =>
    read((connection) => whileOpening(connection, mailbox, { work, options }), options)

  return {
    readIn,
    fetchIn,
    streamIn: (mailbox: MailboxName, options: UidOptions): StreamAccess => ({
      confirmed: (work) => fetchIn(mailbox, work, options),
      selected: (work) =>
        read(async (connection) => {
          return work(connection, await connection.select(mailbox))
        }, options),
    }),
    runIn: <Result>(mailbox: MailboxName, run: MailboxWork<Result>, options: UidOptions) =>
      working.run({ prepare: (connection) => openFor(connection, mailbox, options), run }, options),
  }
}

/**
 * Queries the server for what changes nothing. In the mailbox on show this starts in the round trip that
 * confirms it, and is done again when that reported anything new: Dovecot shows what is new to no command
 * that came with its NOOP, and an empty message instead of one that is deleted.
 */
export async function whileOpening<Result>(
  connection: MailConnection,
  mailbox: MailboxName,
  { work, options }: { readonly work: MailboxWork<Result>; readonly options: UidOptions },
): Promise<Result> {
  const shown = connection.selected()
  const asOf = shown?.version
  const opening = openFor(connection, mailbox, options)
  const isShown =
    shown?.path === mailbox && (options.uidValidity ?? shown.uidValidity) === shown.uidValidity
  if (!isShown) return work(connection, await opening)
  const early = work(connection, shown)
  // Nothing of it may continue in the turn of someone else.
  await Promise.allSettled([opening, early])
  const folder = await opening
  return folder === shown && folder.version === asOf ? early : work(connection, folder)
}

/**
 * The mailbox, confirmed, when it still is the one that the caller's UIDs are from. What is done next is
 * done in this selection: if the mailbox is replaced from here on, the server refuses.
 */
async function openFor(
  connection: MailConnection,
  mailbox: MailboxName,
  { uidValidity }: UidOptions,
): Promise<Folder> {
  const folder = await connection.open(mailbox)
  if (uidValidity !== undefined && uidValidity !== folder.uidValidity) {
    throw new MailFault('mailbox_replaced', 'The mailbox was replaced meanwhile')
  }
  return folder
}
