import {
  FilterFault,
  isPasswordRefused,
  isPasswordUnanswered,
  MailFault,
  type MailFaultCode,
  SieveFault,
  type SieveFaultCode,
} from '../../proxy/mail/index.ts'
import { StoreUnavailable } from '../../store/index.ts'
import {
  imapFailed,
  imapStoredPasswordRefused,
  imapLoginUnanswered,
  imapPasswordRefused,
  imapPasswordUnanswered,
  requestCheckFailed,
  type RequestFault,
} from '../log/lines.ts'
import { Refusal, refusals, type RefusalCode } from '../http/refusal.ts'
import { refusalText } from '../texts/server-texts.ts'

/** A failed request: what the client gets, and what the error log gets (spec 7). */
export interface Failure {
  readonly refusal: Refusal
  /** undefined: an everyday refusal that is no entry of the error log. */
  readonly logged: RequestFault | undefined
  /** A store that did not answer; its lines are bounded together with others of that outage. */
  readonly storeFault: StoreUnavailable | undefined
  /** True for what no one expected: the operational log gets the error with its stack. */
  readonly isUnexpected: boolean
  /** True for an attempt to sign in that counts: it is logged for a client that left, too. */
  readonly isAttempt: boolean
}

const RETRY_SECONDS = 2

/** What a user reads of a fault of the mail servers; its code has a text in each language. */
const mailRefusals: Readonly<Record<MailFaultCode, RefusalCode>> = {
  authentication_refused: 'not_signed_in',
  password_unanswered: 'mail_timeout',
  unavailable: 'mail_unavailable',
  limit_reached: 'mail_busy',
  closed: 'mail_unavailable',
  mailbox_not_found: 'mailbox_not_found',
  message_not_found: 'message_not_found',
  mailbox_replaced: 'mailbox_replaced',
  mailbox_exists: 'mailbox_exists',
  mailbox_refused: 'mailbox_refused',
  mailbox_damaged: 'mailbox_damaged',
  message_unreadable: 'message_unreadable',
  server_refused: 'mail_refused',
  not_understood: 'mail_not_understood',
  over_quota: 'over_quota',
  rejected: 'send_rejected',
  deferred: 'send_deferred',
  recipient_refused: 'recipient_refused',
  recipient_deferred: 'recipient_deferred',
  smtputf8_missing: 'address_not_ascii',
  delivery_uncertain: 'send_uncertain',
  response_too_large: 'mail_answer_too_large',
  timed_out: 'mail_timeout',
  search_stopped: 'timed_out',
  busy: 'mail_busy',
}

/** What a user reads of a fault of the server that keeps filters. */
const sieveRefusals: Readonly<Record<SieveFaultCode, RefusalCode>> = {
  authentication_refused: 'filters_unavailable',
  unavailable: 'filters_unavailable',
  closed: 'filters_unavailable',
  timed_out: 'filters_unavailable',
  response_too_large: 'mail_answer_too_large',
  script_refused: 'filter_refused',
  script_not_found: 'filters_changed',
  script_exists: 'filters_changed',
  script_changed: 'filters_changed',
  script_active: 'filters_changed',
  over_quota: 'filters_full',
  server_refused: 'filter_refused',
}

/** The response to a POST with a wrong request token, or none. */
const failedCheck: ReadonlySet<RefusalCode> = new Set([
  'token_mismatch',
  'cookie_needs_tls',
  'other_signed_in',
])

/**
 * Maps anything thrown on the way of a request. The only place that does. `username` is the owner of the
 * mailbox that was requested, whom the error log names (spec 7).
 */
export function failureOf(error: unknown, clientIp: string, username: string): Failure {
  if (error instanceof Refusal) return expected(error, refusalLine(error, clientIp, username))
  if (error instanceof MailFault) {
    return expected(mailRefusal(error), mailLine(error, clientIp, username))
  }
  const ofFilters = filterRefusal(error)
  if (ofFilters !== undefined) {
    return expected(ofFilters, refusalLine(ofFilters, clientIp, username))
  }
  if (error instanceof StoreUnavailable) {
    return { ...expected(storeRefusal(error), undefined), storeFault: error }
  }
  if (isAborted(error)) {
    return failureOf(new Refusal('timed_out', { cause: error }), clientIp, username)
  }
  return {
    refusal: new Refusal('internal', { cause: error }),
    logged: { kind: 'PHP', message: describe(error) },
    storeFault: undefined,
    isUnexpected: true,
    isAttempt: false,
  }
}

/** What we could not do is an entry of the error log; what a user may not do is one of the operational log. */
function refusalLine(
  refusal: Refusal,
  clientIp: string,
  username: string,
): RequestFault | undefined {
  const { code, cause } = refusal
  if (code === 'sign_in_failed' && cause instanceof MailFault) {
    const { service, serverText: reason } = cause
    return service === 'imap hand-over'
      ? imapStoredPasswordRefused(username, clientIp, { retainedBy: 'panel', reason })
      : imapPasswordRefused(username, clientIp, reason)
  }
  if (code === 'mail_timeout' && isPasswordUnanswered(cause)) {
    return cause.service === 'imap hand-over'
      ? mailLine(cause, clientIp, username)
      : imapPasswordUnanswered(username, clientIp, cause.serverText)
  }
  if (failedCheck.has(code)) return requestCheckFailed()
  if (refusals[code].status < 500) return undefined
  return { kind: 'PHP', message: `${code}: ${refusalText(refusal, 'en')}` }
}

function expected(refusal: Refusal, logged: RequestFault | undefined): Failure {
  const { code, cause } = refusal
  const isAttempt =
    code === 'sign_in_failed' || (code === 'mail_timeout' && isPasswordUnanswered(cause))
  return { refusal, logged, storeFault: undefined, isUnexpected: false, isAttempt }
}

/** The time limit was over, or the client went away. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/** Of the server that keeps filters, and of scripts and rules that are none. */
function filterRefusal(error: unknown): Refusal | undefined {
  if (error instanceof SieveFault)
    return new Refusal(sieveRefusals[error.code], {
      cause: error,
      serverText: error.serverText,
      about: error.line?.toString(),
    })
  if (!(error instanceof FilterFault)) return undefined
  const { code, subject, position } = error.fault
  const isRule = position === undefined && code !== 'too_complex'
  return isRule
    ? new Refusal('filter_invalid', { cause: error, about: subject })
    : new Refusal('filter_refused', {
        cause: error,
        serverText: error.message,
        about: position?.line.toString(),
      })
}

function mailRefusal(fault: MailFault): Refusal {
  const code = mailRefusals[fault.code]
  const isTemporary = code === 'mail_unavailable' || code === 'mail_busy'
  return new Refusal(code, {
    cause: fault,
    about: fault.recipient ?? fault.mailbox,
    serverText: isReasonReported(fault) ? fault.reply : undefined,
    ...(isTemporary ? { retryAfterSeconds: RETRY_SECONDS } : {}),
  })
}

/**
 * An outage is tried again, and what is missing has its own words: of any other no the server's words say why. A
 * sign-in has a reply where the server wants it to be read.
 */
function isReasonReported({ code, service }: MailFault): boolean {
  return service !== 'imap' || withReason.has(code)
}

const withReason: ReadonlySet<MailFaultCode> = new Set([
  'mailbox_refused',
  'mailbox_damaged',
  'message_unreadable',
  'server_refused',
  'not_understood',
  'over_quota',
])

/** Faults that are no entry of the error log: someone named what is not there, or is there already. */
const everydayFaults: ReadonlySet<MailFaultCode> = new Set([
  'mailbox_not_found',
  'mailbox_exists',
  'mailbox_replaced',
  'message_not_found',
])

/** Spec 7 has one row for all that fails at the sign-in: IMAP authentication failed, with the server's reason. */
function mailLine(fault: MailFault, clientIp: string, username: string): RequestFault | undefined {
  const { code, service, serverText } = fault
  if (everydayFaults.has(code)) return undefined
  const message = serverText === '' ? code : serverText
  switch (service) {
    case 'imap sign-in':
    case 'imap hand-over':
      // Of a password that a user sends, `signIn` makes a Refusal: this one is stored in a session, and was changed since.
      return isPasswordRefused(fault)
        ? imapStoredPasswordRefused(username, clientIp, { retainedBy: 'session', reason: message })
        : imapLoginUnanswered(username, clientIp, { code, reason: message })
    case 'imap':
      return imapFailed(message)
    case 'smtp':
      return { kind: 'SMTP', message: message }
  }
}

function storeRefusal(fault: StoreUnavailable): Refusal {
  return new Refusal('store_unavailable', { cause: fault, retryAfterSeconds: RETRY_SECONDS })
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
}
