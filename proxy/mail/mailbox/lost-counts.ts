import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { MailboxState } from '../model/mailbox.ts'
import type { MailboxName } from '../model/mailbox-name.ts'

/**
 * Ends a connection that reports no counts of a mailbox which the server lists and which it has counted before,
 * and throws what makes its user continue with another one. A process of Dovecot that lost track of a mailbox made
 * again ("duplicate transaction log sequence") leaves its STATUS out (RFC 5819 2) until it ends. A mailbox that
 * this connection never counted is left out: another one would be no better.
 */
export function expectCounts(
  connection: MailConnection,
  listed: Iterable<MailboxName>,
  states: ReadonlyMap<MailboxName, MailboxState>,
): void {
  const { counted } = connection
  if ([...listed].some((path) => counted.has(path) && !states.has(path))) {
    const fault = new MailFault('closed', 'The server tells no counts of a mailbox any more')
    connection.destroy(fault)
    throw fault
  }
  for (const path of states.keys()) counted.add(path)
}
