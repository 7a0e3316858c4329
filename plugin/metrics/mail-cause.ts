import { MailFault, type MailFaultCode } from '../../proxy/mail/index.ts'
import { connectionCause } from './connection-cause.ts'
import { namedCause, type Cause } from './named-cause.ts'

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
  unavailable: namedCause(
    'the submission server does not take mail just now',
    'its words are in the line of the error log; look at its own log for the reason',
  ),
  timed_out: namedCause(
    'the submission server took too long',
    'look at what it asks others before it answers: DNS, filters, lists',
  ),
  busy: namedCause(
    'too many messages wait for the submission server',
    'look at that server first; then raise the limit',
  ),
}

const mailCauses: Readonly<Record<MailFaultCode, Cause>> = {
  authentication_refused: namedCause(
    'the mail server refused the password',
    'a changed password signs people out; many of them at once point to the mail server',
  ),
  password_unanswered: namedCause(
    'the mail server did not judge a password in time',
    'many of one address: somebody guesses. Else look at what it asks others: LDAP, SQL, its penalty for wrong passwords',
  ),
  unavailable: namedCause(
    'the mail server is not reachable',
    'check that it runs and that imap.host, imap.port and smtp.* are right',
  ),
  limit_reached: namedCause(
    "the mail server's limit of connections per user is reached",
    'raise mail_max_userip_connections, or add our address to login_trusted_networks',
  ),
  closed: namedCause('the mail server closed the connection', 'look at the log of the mail server'),
  mailbox_not_found: namedCause('the mailbox is gone', 'nothing: somebody removed or renamed it'),
  mailbox_exists: namedCause(
    'a folder of the name exists',
    'nothing: the owner takes another name',
  ),
  mailbox_refused: namedCause(
    'the mail server refused a change of folders',
    'look at its log for the reason; some servers allow no folders at the top',
  ),
  mailbox_damaged: namedCause(
    'the mail server says that a mailbox is damaged',
    'look at its log and repair the mailbox',
  ),
  message_unreadable: namedCause(
    'the mail server cannot read a message',
    'look at its log for which one and why',
  ),
  server_refused: namedCause(
    'the mail server refused a command',
    'look at its log for the reason it did not give',
  ),
  not_understood: namedCause(
    'the mail server did not understand a command',
    'report it with the line of the error log: it is an error in Postern or in that server',
  ),
  message_not_found: namedCause('the message is gone', 'nothing: somebody removed or moved it'),
  mailbox_replaced: namedCause(
    'the mailbox was deleted and made anew',
    'nothing: the page lists it again. Often: a restore or a migration gave it another UIDVALIDITY',
  ),
  over_quota: namedCause('the mailbox is full', 'raise its quota or have it cleaned up'),
  recipient_refused: namedCause(
    'the submission server refused a recipient',
    'nothing, unless the address is right: then look at its log for the reason',
  ),
  recipient_deferred: namedCause(
    'the submission server refused a recipient for now',
    'look at its log for the reason: often a look-up that failed',
  ),
  smtputf8_missing: namedCause(
    'a recipient has letters beyond ASCII in front of the @, and the submission server does not offer SMTPUTF8',
    'nothing, or let that server offer it (Postfix: `smtputf8_enable = yes`)',
  ),
  rejected: namedCause(
    'the submission server refused the message',
    'look at its log for the reason',
  ),
  deferred: namedCause(
    'the submission server did not take a message for now',
    'look at its log for the reason: often its limit of messages an hour',
  ),
  delivery_uncertain: namedCause(
    'the submission server did not answer for a message it had got',
    'look at its log for why; the owner is asked before the message is sent again',
  ),
  response_too_large: namedCause(
    'the mail server sent an answer over a limit',
    'look at the message that was opened or listed; raise the limit if it is an honest one',
  ),
  timed_out: namedCause(
    'the mail server took too long',
    'look at the load and the storage of the mail server',
  ),
  search_stopped: namedCause(
    'a search took too long',
    'an index for full-text search on the mail server; or raise the limit',
  ),
  busy: namedCause(
    'too many requests wait for the mail server',
    'look at the mail server first; then raise the limit',
  ),
}
