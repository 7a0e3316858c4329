import type { Untagged } from '../imap/conversation.ts'
import { quotedMailboxName, type CommandPart } from '../imap/command.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { pairsOf } from '../imap/parser/value.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import type { MailConnection } from './connection.ts'

/** The command STATUS of one mailbox (RFC 9051 6.3.11), and what hears its response. */
export function statusOf(
  connection: Pick<MailConnection, 'mailboxNameOf'>,
  mailbox: MailboxName,
  items: string,
  on: (items: ReadonlyMap<string, ImapValue>) => void,
): readonly [command: readonly CommandPart[], listener: (response: Untagged) => void] {
  const listener = (response: Untagged): void => {
    if (response.kind !== 'data' || response.name !== 'STATUS' || response.missing !== undefined)
      return
    // Others may be counted at the same time on this connection.
    if (connection.mailboxNameOf(response.values[0]) === mailbox) on(pairsOf(response.values[1]))
  }
  return [['STATUS', quotedMailboxName(mailbox), `(${items})`], listener]
}
