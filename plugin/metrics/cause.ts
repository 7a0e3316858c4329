import { MailFault, type MailFaultCode } from '../../proxy/mail/index.ts'
import { StoreUnavailable } from '../../store/index.ts'
import type { Refusal, RefusalCode } from '../http/refusal.ts'
import type { Phase, TraceSummary } from '../http/request-trace.ts'

/** Why a request was slow or refused, for the people who run Postern. */
export interface Cause {
  /** One sentence that names who or what it was. */
  readonly what: string
  /** The setting that drew the line, where one did. */
  readonly setting: string | undefined
  /** What to look at or to change. */
  readonly advice: string
}

/** Names the cause of a refusal: from the fault behind it where there is one, else from its code. */
export function causeOfRefusal(refusal: Refusal): Cause {
  const { cause } = refusal
  if (cause instanceof MailFault) return { ...mailCauses[cause.code] }
  if (cause instanceof StoreUnavailable) return storeCause(cause)
  return limitCauses[refusal.code] ?? everyday(refusal.code)
}

/** Names what a slow request spent most of its time on. */
export function causeOfSlowness({ phases }: TraceSummary): Cause {
  const [phase = 'own'] = longestFirst(phases)
  return slowCauses[phase]
}

function longestFirst(phases: TraceSummary['phases']): Phase[] {
  return [...phases].sort(([, one], [, other]) => other - one).map(([phase]) => phase)
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
    'imap.commandTimeoutMs',
  ),
  busy: cause(
    'too many requests wait for the mail server',
    'look at the mail server first; then raise the limit',
    'imap.waiting',
  ),
}

const limitCauses: Readonly<Partial<Record<RefusalCode, Cause>>> = {
  body_too_large: cause(
    'the request is larger than allowed',
    'raise the limit if people need it',
    'limits.formBytes, limits.messageBytes',
  ),
  sign_in_locked: cause(
    'too many failed sign-ins from one address',
    'nothing: the lock ends by itself',
    'signIn.lockAfter',
  ),
  sign_in_busy: cause(
    'too many sign-ins to one mailbox from one address at a time',
    'nothing: what waits is bounded',
    'signIn.waitingPerPair',
  ),
  render_busy: cause(
    'more HTML bodies wait than there are workers for',
    'allow more workers, if there are cores for them',
    'limits.renderWorkers, limits.renderWaiting, limits.renderWaitingPerPerson',
  ),
  render_failed: cause(
    'two rendering workers in a row ended before they were ready',
    'read why in the operational log; allow them more memory',
    'limits.renderMemoryMiB',
  ),
  panel_unavailable: cause(
    'the control panel did not answer',
    'check the panel and panel.http.authUrl',
    'panel.http.timeoutMs',
  ),
  signature_unknown: cause(
    'the panel signed with a key that the accounts file does not have',
    'run scripts/update-accounts as root; postern doctor names the accounts',
    'panel.shim.accountsFile',
  ),
  upstream_unavailable: cause(
    'the service behind Postern did not answer',
    'check panel.upstream and webmail.upstream',
  ),
  timed_out: cause(
    'the request was stopped at its limit',
    'see where its time went',
    'limits.requestMs, limits.renderMs',
  ),
  internal: cause('an error in Postern itself', 'report it with the request id and its log lines'),
}

const slowCauses: Readonly<Record<Phase, Cause>> = {
  gate: cause('the time went on the way in', 'look at the load of this machine'),
  panel: cause('the control panel was slow to vouch for the session', 'look at the panel'),
  session: cause('the session store was slow', 'look at Redis and at the disk of dataDir'),
  body: cause('the client was slow to send', 'nothing: its line is slow'),
  own: cause('Postern itself was slow', 'look at the load of this machine'),
  queue: cause(
    'the request waited for its turn on the mail connection',
    'look at what else this person does, then at the mail server',
    'imap.connectionsPerAccount',
  ),
  imap: cause('the mail server was slow', 'look at its load, storage and full-text index'),
  smtp: cause('the submission server was slow', 'look at its log for this time'),
  render: cause(
    'a message took long to render',
    'give rendering more workers',
    'limits.renderWorkers',
  ),
  upstream: cause('the service behind Postern was slow', 'look at the panel or that webmail'),
}

function storeCause(fault: StoreUnavailable): Cause {
  if (fault.store === 'spool' && fault.engineCode === 'full') {
    return cause(
      'the private spool is full',
      'see why the database takes no rows; then raise the limit',
      'limits.spoolBytes',
    )
  }
  if (fault.store === 'spool') {
    return cause(
      `the private spool cannot be written (${fault.engineCode})`,
      'check disk space and the mode of dataDir; new sessions wait until it is back',
    )
  }
  return cause(
    `the ${fault.store} does not answer (${fault.engineCode})`,
    fault.engineCode === '5'
      ? 'another program holds the SQL database locked: find and end it'
      : 'run postern doctor',
  )
}

/** A refusal that is nobody's fault on our side. */
function everyday(code: RefusalCode): Cause {
  return cause(`refused: ${code}`, 'nothing, unless many people meet it')
}

function cause(what: string, advice: string, setting?: string): Cause {
  return { what, advice, setting }
}
