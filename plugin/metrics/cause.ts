import { MailFault } from '../../proxy/mail/index.ts'
import { StoreUnavailable } from '../../store/index.ts'
import type { Refusal, RefusalCode } from '../http/refusal.ts'
import type { Phase, TraceSummary } from '../http/request-trace.ts'
import { causeOfMailFault } from './mail-cause.ts'
import { namedCause, type Cause } from './named-cause.ts'

/** Names the cause of a refusal: from the fault behind it where there is one, else from its code. */
export function causeOfRefusal(refusal: Refusal): Cause {
  const { cause } = refusal
  if (cause instanceof MailFault) return causeOfMailFault(cause)
  if (cause instanceof StoreUnavailable) return storeCause(cause)
  return limitCauses[refusal.code] ?? everyday(refusal.code)
}

/** Names what it means that the webmail behind Postern refused what was passed on to it, or failed. */
export function causeOfWebmail(status: number): Cause {
  const what = `Roundcube answered the request with status ${status}`
  if (status >= 500) {
    const where = 'its errors.log, and the logs of its PHP and web server'
    return namedCause(what, `look at that second into ${where}`)
  }
  if (status === 401) {
    return namedCause(what, 'nothing: the sign-in was wrong, or the session had ended')
  }
  if (status === 403) {
    return namedCause(
      what,
      'a page from before the sign-in is loaded again; else see its errors.log',
    )
  }
  return namedCause(what, 'see its errors.log, and how its web server serves the path of the panel')
}

/** Names what a slow request spent most of its time on. */
export function causeOfSlowness({ phases, action }: TraceSummary): Cause {
  const [phase = 'own'] = longestFirst(phases)
  if (phase === 'imap' && action === 'login') return SLOW_SIGN_IN
  return slowCauses[phase]
}

function longestFirst(phases: TraceSummary['phases']): Phase[] {
  return [...phases].sort(([, one], [, other]) => other - one).map(([phase]) => phase)
}

const limitCauses: Readonly<Partial<Record<RefusalCode, Cause>>> = {
  body_too_large: namedCause(
    'the request is larger than allowed',
    'raise the limit if people need it',
    'limits.messageBytes',
  ),
  sign_in_locked: namedCause(
    'too many failed sign-ins from one address',
    'nothing: the lock ends by itself',
    'signIn.lockAfter',
  ),
  sign_in_busy: namedCause(
    'too many sign-ins to one mailbox from one address at a time',
    'nothing: what waits is bounded',
  ),
  panel_unavailable: namedCause(
    'the control panel did not answer',
    'check the panel and panel.http.authUrl',
  ),
  signature_unknown: namedCause(
    'the panel signed with a key that the accounts file does not have',
    'run scripts/update-accounts as root; postern doctor names the accounts',
    'panel.shim.accountsFile',
  ),
  token_mismatch: namedCause(
    'the form had no request token, or one from before the sign-in',
    'nothing: the person reloads the page; many of them: somebody tries, or a cache keeps pages',
  ),
  cookie_needs_tls: namedCause(
    'the browser came over plain HTTP, where it keeps a Secure cookie to itself: nobody can sign in so',
    'let the web server in front send people to https; only where there is no TLS at all, switch the setting off',
    'session.secureCookie',
  ),
  other_signed_in: namedCause(
    'a sign-in form from before another sign-in in the same browser',
    'nothing: the person is asked whose mail it shall be',
  ),
  upstream_unavailable: namedCause(
    'the service behind Postern did not answer',
    'check panel.upstream and webmail.upstream',
  ),
  timed_out: namedCause('the request was stopped at its limit', 'see where its time went'),
  internal: namedCause(
    'an error in Postern itself',
    'report it with the request id and its log lines',
  ),
}

const SLOW_SIGN_IN = namedCause(
  'the mail server was slow to judge a password',
  "look at what it asks for passwords (passdb), and at its auth penalty: login_trusted_networks must have Postern's address",
)

const slowCauses: Readonly<Record<Phase, Cause>> = {
  gate: namedCause('the time went on the way in', 'look at the load of this machine'),
  panel: namedCause('the control panel was slow to vouch for the session', 'look at the panel'),
  session: namedCause('the session store was slow', 'look at Redis and at the disk of dataDir'),
  body: namedCause('the client was slow to send', 'nothing: its line is slow'),
  own: namedCause('Postern itself was slow', 'look at the load of this machine'),
  queue: namedCause(
    'the request waited for its turn on the mail connection',
    'look at what else this person does, then at the mail server',
    'imap.connectionsPerAccount',
  ),
  imap: namedCause('the mail server was slow', 'look at its load, storage and full-text index'),
  smtp: namedCause('the submission server was slow', 'look at its log for this time'),
  render: namedCause('a long message was made harmless', 'look at the load of this machine'),
  upstream: namedCause('the service behind Postern was slow', 'look at the panel or that webmail'),
}

function storeCause(fault: StoreUnavailable): Cause {
  if (fault.store === 'spool' && fault.engineCode === 'full') {
    return namedCause(
      'the private spool is full',
      'see why the database takes no rows; then raise the limit',
      'limits.spoolBytes',
    )
  }
  if (fault.store === 'spool') {
    const why = DISK_FAULTS[fault.engineCode] ?? `code ${fault.engineCode}`
    return namedCause(
      `the private spool cannot be written (${why})`,
      'make room on the disk of dataDir, or mend it; new sessions wait until it is back',
      'dataDir',
    )
  }
  return namedCause(
    `the ${fault.store} does not answer (${fault.engineCode})`,
    fault.engineCode === '5'
      ? 'another program holds the SQL database locked: find and end it'
      : 'run postern doctor',
  )
}

/** SQLite's result codes of a disk. */
const DISK_FAULTS: Readonly<Record<string, string | undefined>> = {
  '8': 'code 8: it is read-only',
  '10': 'code 10: the disk fails',
  '13': 'code 13: the disk is full',
}

/** A refusal that is no one's fault on our side. */
function everyday(code: RefusalCode): Cause {
  return namedCause(`refused: ${code}`, 'nothing, unless many people meet it')
}
