import { RenderFault } from '../proxy/mail/render/renderer.ts'
import { MailFault, type MailFaultCode } from '../proxy/mail/errors.ts'
import { StoreUnavailable } from '../store/errors.ts'
import { AnswerFailed, type Asked } from './answers/asked.ts'
import { LoginFailed } from './answers/login.ts'
import { imapLoginFailed, requestCheckFailed, type RequestFault } from './log/log-lines.ts'
import { MailFailure } from './mail-failure.ts'
import { Refusal, type RefusalCode } from './refusal.ts'
import { SignInRefused } from './sign-in/sign-in.ts'

/** A failed request: what the client is told, and what the error log gets (spec 7). */
export interface Failure {
  readonly refusal: Refusal
  /** How the request wanted to be answered. */
  readonly asked: Asked
  /** The sign-in page that tells it, for a failed sign-in. */
  readonly html: string | undefined
  /** undefined: an everyday refusal that is no entry of the error log. */
  readonly logged: RequestFault | undefined
  /** A store that did not answer; its lines are bounded together with others of that outage. */
  readonly storeFault: StoreUnavailable | undefined
  /** True for what nobody expected: the operational log gets the error with its stack. */
  readonly isUnexpected: boolean
}

const RETRY_SECONDS = 2

const mailRefusals: Readonly<Record<MailFaultCode, RefusalCode>> = {
  authentication_refused: 'not_signed_in',
  unavailable: 'mail_unavailable',
  limit_reached: 'mail_busy',
  closed: 'mail_unavailable',
  mailbox_not_found: 'mailbox_not_found',
  message_not_found: 'message_not_found',
  mailbox_replaced: 'mailbox_replaced',
  mailbox_exists: 'mailbox_exists',
  mailbox_refused: 'mailbox_refused',
  over_quota: 'over_quota',
  rejected: 'send_rejected',
  recipient_refused: 'recipient_refused',
  recipient_deferred: 'recipient_deferred',
  delivery_uncertain: 'send_uncertain',
  response_too_large: 'mail_answer_too_large',
  timed_out: 'mail_timeout',
  busy: 'mail_busy',
}

/** Maps anything thrown on the way of a request. The only place that does. */
export function failureOf(error: unknown, clientIp: string, asked: Asked): Failure {
  if (error instanceof AnswerFailed) return failureOf(error.cause, clientIp, error.asked)
  if (error instanceof LoginFailed) {
    const failure = failureOf(error.cause, clientIp, asked)
    return { ...failure, html: error.pageFor(failure.refusal.code) }
  }
  return { asked, ...faultOf(error, clientIp) }
}

type Fault = Omit<Failure, 'asked'>

/** What a POST with a wrong request token, or none, is told. */
const failedCheck: ReadonlySet<RefusalCode> = new Set(['token_mismatch', 'other_signed_in'])

function faultOf(error: unknown, clientIp: string): Fault {
  if (error instanceof SignInRefused) {
    return expected(error, imapLoginFailed(error.username, clientIp, error.serverText))
  }
  if (error instanceof Refusal) {
    return expected(error, failedCheck.has(error.code) ? requestCheckFailed() : undefined)
  }
  if (error instanceof MailFailure) {
    return expected(mailRefusal(error.fault), mailLine(error, clientIp))
  }
  if (error instanceof MailFault) return expected(mailRefusal(error), undefined)
  if (error instanceof StoreUnavailable) {
    return { ...expected(storeRefusal(error), undefined), storeFault: error }
  }
  if (isAborted(error)) return expected(new Refusal('timed_out', { cause: error }), undefined)
  if (error instanceof RenderFault) {
    return expected(renderRefusal(error), undefined)
  }
  return {
    refusal: new Refusal('internal', { cause: error }),
    html: undefined,
    logged: { kind: 'PHP', message: describe(error) },
    storeFault: undefined,
    isUnexpected: true,
  }
}

function expected(refusal: Refusal, logged: RequestFault | undefined): Fault {
  return { refusal, html: undefined, logged, storeFault: undefined, isUnexpected: false }
}

/** The time limit was over, or the client went away: nobody's fault, and no entry of the error log. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

function mailRefusal(fault: MailFault): Refusal {
  const code = mailRefusals[fault.code]
  const isTemporary = code === 'mail_unavailable' || code === 'mail_busy'
  return new Refusal(code, {
    cause: fault,
    about: fault.recipient,
    ...(isTemporary ? { retryAfterSeconds: RETRY_SECONDS } : {}),
  })
}

/** Spec 7 has one row for all of these: IMAP authentication failed, with the server's reason. */
function mailLine({ username, fault }: MailFailure, clientIp: string): RequestFault | undefined {
  switch (fault.code) {
    case 'authentication_refused':
    case 'unavailable':
    case 'limit_reached':
      return imapLoginFailed(username, clientIp, fault.serverText)
    case 'response_too_large':
      return { kind: 'IMAP', message: fault.serverText }
    case 'rejected':
    case 'recipient_refused':
    case 'recipient_deferred':
      return { kind: 'SMTP', message: fault.serverText }
    case 'closed':
    case 'mailbox_not_found':
    case 'message_not_found':
    case 'mailbox_replaced':
    case 'mailbox_exists':
    case 'mailbox_refused':
    case 'over_quota':
    case 'delivery_uncertain':
    case 'timed_out':
    case 'busy':
      return undefined
  }
}

function renderRefusal(fault: RenderFault): Refusal {
  if (fault.code === 'too_heavy') return new Refusal('timed_out', { cause: fault })
  return new Refusal('render_busy', { cause: fault, retryAfterSeconds: RETRY_SECONDS })
}

function storeRefusal(fault: StoreUnavailable): Refusal {
  return new Refusal('store_unavailable', { cause: fault, retryAfterSeconds: RETRY_SECONDS })
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
}
