import { MailFault, type MailFaultCode } from '../../proxy/mail/index.ts'
import { connectionCause } from './connection-cause.ts'
import type { Cause } from './cause.ts'

/** Names what a fault of the IMAP or submission server was, and which of the two. */
export function causeOfMailFault(fault: MailFault): Cause {
  const { code, service } = fault
  if (code !== 'unavailable' && code !== 'timed_out' && code !== 'busy') return mailCauses[code]
  const section = service === 'smtp' ? 'smtp' : 'imap'
  const server = service === 'smtp' ? 'the submission server' : 'the mail server'
  const known = connectionCause(fault, { server, section })
  if (known !== undefined) return known
  if (service === 'smtp') return smtpCauses[code]
  return mailCauses[code]
}

/** What differs where the submission server is asked. */
const smtpCauses: Readonly<Record<'unavailable' | 'timed_out' | 'busy', Cause>> = {
  unavailable: cause(
    'the submission server does not take mail just now',
    'its words are in the line of the error log; look at its own log for the reason',
  ),
  timed_out: cause(
    'the submission server took too long',
    'look at what it asks others before it answers: DNS, filters, lists',
    'smtp.answerMs, smtp.timeoutMs',
  ),
  busy: cause(
    'too many messages wait for the submission server',
    'look at that server first; then raise the limit',
    'smtp.connections',
  ),
}

const mailCauses: Readonly<Record<MailFaultCode, Cause>> = {
  authentication_refused: cause(
    'the mail server refused the password',
    'a changed password signs people out; many of them at once point to the mail server',
  ),
  unavailable: cause(
    'the mail server is not reachable',
    'check that it runs and that imap.host, imap.port and smtp.* are right',
  ),
  limit_reached: cause(
    "the mail server's limit of connections per user is reached",
    'raise mail_max_userip_connections, or add our address to login_trusted_networks',
  ),
  closed: cause('the mail server closed the connection', 'look at the log of the mail server'),
  mailbox_not_found: cause('the mailbox is gone', 'nothing: somebody removed or renamed it'),
  mailbox_exists: cause('a folder of the name exists', 'nothing: the owner takes another name'),
  mailbox_refused: cause(
    'the mail server refused a change of folders',
    'look at its log for the reason; some servers allow no folders at the top',
  ),
  mailbox_damaged: cause(
    'the mail server says that a mailbox is damaged',
    'look at its log and repair the mailbox',
  ),
  message_unreadable: cause(
    'the mail server cannot read a message',
    'look at its log for which one and why',
  ),
  server_refused: cause(
    'the mail server refused a command',
    'look at its log for the reason it did not give',
  ),
  not_understood: cause(
    'the mail server did not understand a command',
    'report it with the line of the error log: it is an error in Postern or in that server',
  ),
  message_not_found: cause('the message is gone', 'nothing: somebody removed or moved it'),
  mailbox_replaced: cause(
    'the mailbox was deleted and made anew',
    'nothing: the page lists it again. Often: a restore or a migration gave it another UIDVALIDITY',
  ),
  over_quota: cause('the mailbox is full', 'raise its quota or have it cleaned up'),
  recipient_refused: cause(
    'the submission server refused a recipient',
    'nothing, unless the address is right: then look at its log for the reason',
  ),
  recipient_deferred: cause(
    'the submission server refused a recipient for now',
    'look at its log for the reason: often a look-up that failed',
  ),
  rejected: cause('the submission server refused the message', 'look at its log for the reason'),
  delivery_uncertain: cause(
    'the submission server did not answer for a message it had got',
    'look at its log for why; the owner is asked before the message is sent again',
  ),
  response_too_large: cause(
    'the mail server sent an answer over a limit',
    'look at the message that was opened or listed; raise the limit if it is an honest one',
    'imap.lineBytes, imap.literalBytes, imap.nesting, imap.listItems',
  ),
  timed_out: cause(
    'the mail server took too long',
    'look at the load and the storage of the mail server',
    'imap.answerMs',
  ),
  busy: cause(
    'too many requests wait for the mail server',
    'look at the mail server first; then raise the limit',
    'imap.waiting',
  ),
}

function cause(what: string, advice: string, setting?: string): Cause {
  return { what, advice, setting }
}
