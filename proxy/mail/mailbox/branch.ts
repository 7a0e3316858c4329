import type { MailboxName } from '../model/mailbox-name.ts'
import type { BranchSize } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { countFolder } from '../connection/folder-sync.ts'
import { listMailboxes, messagesOfEach } from './list.ts'
import type { Mailbox } from '../model/mailbox.ts'

/** The mailbox and all below it, as the server lists them now. */
export async function branchOf(
  connection: MailConnection,
  path: MailboxName,
): Promise<readonly Mailbox[]> {
  const { mailboxes } = await listMailboxes(connection)
  return mailboxes.filter((mailbox) => mailbox.path === path || isBelow(mailbox, path))
}

/** False where names are flat (RFC 9051 7.3.1): there "Workshop" is not below "Work". */
export function isBelow({ path, delimiter }: Mailbox, parent: MailboxName): boolean {
  return delimiter !== undefined && path.startsWith(`${parent}${delimiter}`)
}

/** What the mailbox and all below it hold, whether subscribed or not, by STATUS of each. */
export async function measureBranch(
  connection: MailConnection,
  path: MailboxName,
): Promise<BranchSize> {
  const [branch] = await Promise.all([branchOf(connection, path), connection.noop()])
  if (branch.length === 0) throw new MailFault('mailbox_not_found', 'No such mailbox')
  const selected = connection.selected()
  const others = branch.filter((mailbox) => mailbox.path !== selected?.path)
  const messages = await messagesOfEach(connection, others)
  // STATUS is not made for the selected mailbox (RFC 9051 6.3.11).
  const isAmong = selected !== undefined && others.length < branch.length
  const open = isAmong ? (await countFolder(connection, selected)).messages : 0
  return {
    messages: messages + open,
    mailboxes: branch.filter((mailbox) => isBelow(mailbox, path)).length,
  }
}
