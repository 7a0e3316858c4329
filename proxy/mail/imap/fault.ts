import { MailFault, type MailFaultCode } from '../model/mail-fault.ts'
import type { StatusLine } from './parser/response.ts'
import { textOf } from './parser/value.ts'
import { meaningOfCode } from './response-codes.ts'

/** The fault a NO or BAD means, for commands other than AUTHENTICATE. */
export function faultOfResponse({ status, code, text }: StatusLine): MailFault {
  const meant =
    limitInWords(text) ??
    meaningOfCode(code, 'command') ??
    outageInWords(text) ??
    mailboxInWords(text) ??
    (status === 'BAD' ? 'not_understood' : 'server_refused')
  return new MailFault(meant, text, { reply: textOf(text) })
}

/** The fault a NO to AUTHENTICATE means: without any hint, the password is wrong; a BAD is not about it. */
export function faultOfAuthentication({ status, code, text }: StatusLine): MailFault {
  const meant =
    limitInWords(text) ??
    meaningOfCode(code, 'signIn') ??
    outageInWords(text) ??
    (status === 'BAD' ? 'not_understood' : 'authentication_refused')
  // Gmail and others say there where a password of its own is to be had: it MUST be shown (RFC 9051 7.1).
  return new MailFault(meant, text, { reply: code === 'ALERT' ? textOf(text) : undefined })
}

/** True for the NO to a FETCH of messages of which some were expunged; the others were sent (RFC 5530 3). */
export function isAboutExpunged({ code, text }: StatusLine): boolean {
  if (code !== undefined) return code === 'EXPUNGEISSUED'
  return /no longer exist|expunged/i.test(text)
}

/** The fault a BYE means when it comes instead of a response to the sign-in. */
export function faultOfGoodbye(text: string, cause: unknown): MailFault {
  return new MailFault(limitInWords(text) ?? 'unavailable', `BYE ${text}`, { cause })
}

/** The fault the end of a connection means before it is signed in: there is none yet that could be lost. */
export function faultOfSignInClosing(fault: MailFault): MailFault {
  if (fault.code !== 'closed') return fault
  return new MailFault('unavailable', fault.serverText, { cause: fault })
}

/** The fault a time that is over means while the server has a password: it may have refused it. */
export function faultOfSilence(fault: MailFault): MailFault {
  if (fault.code !== 'timed_out') return fault
  return new MailFault('password_unanswered', fault.serverText, { cause: fault })
}

/** The fault the end of a working connection means, after a BYE or without one. */
export function faultOfClosing(goodbye: string | undefined, cause: unknown): MailFault {
  const options = cause === undefined ? {} : { cause }
  if (goodbye === undefined) {
    return new MailFault('closed', 'Connection closed by the mail server', options)
  }
  return new MailFault(limitInWords(goodbye) ?? 'closed', `BYE ${goodbye}`, options)
}

/**
 * What the server wants its user to read: an `[ALERT]` (RFC 9051 7.1), and why it hangs up (7.1.5). That it hangs up on a
 * connection that rests, or has no room for one more, is nothing to them: another one is opened.
 */
export function noticeOf({ status, code, text }: StatusLine): string | undefined {
  if (code === 'ALERT') return textOf(text)
  if (status !== 'BYE' || isEverydayGoodbye(text)) return undefined
  return textOf(text)
}

// Words are read in this file only. What servers say is in test/proxy/mail/server-responses.ts, with sources.

/**
 * A limit in the text is one, whatever the code: most packages of Dovecot report their limit of
 * connections as [UNAVAILABLE], the newest as [LIMIT], Gmail as [ALERT], Cyrus without a code.
 */
function limitInWords(text: string): MailFaultCode | undefined {
  // Not a limit to wait for: another try makes it worse.
  if (/too many (\w+ ){0,2}(logins|attempts)|rate limit|bandwidth limits/i.test(text)) {
    return 'unavailable'
  }
  if (/maximum (number of )?connections?\b|too many (\w+ )?(connections|sessions)/i.test(text)) {
    return 'limit_reached'
  }
  return undefined
}

/** Taking an outage for a wrong password would lock users out. */
function outageInWords(text: string): MailFaultCode | undefined {
  if (/internal (login )?(error|failure)|system i\/o error/i.test(text)) return 'unavailable'
  if (/temporar(y|ily)|try again later|server\(?s?\)? unavailable/i.test(text)) return 'unavailable'
  if (/authenticated but not connected/i.test(text)) return 'unavailable'
  // A server that takes passwords over TLS only says nothing about the password.
  if (/(plain|clear) ?text (authentication|logins?)/i.test(text)) return 'unavailable'
  // Dovecot, of a mailbox that is renamed or made again just now: the next attempt finds it, or does not.
  if (/deleted under us/i.test(text)) return 'unavailable'
  return undefined
}

function isEverydayGoodbye(text: string): boolean {
  const isAboutRest = /inactiv|\bidle\b|auto-?logout|time-?d? ?out|session expired/i.test(text)
  const isBare = /^(\W|\d)*(bye|logging out|logout|disconnected|connection closed)?(\W|\d)*$/i.test(
    text,
  )
  return isAboutRest || isBare || limitInWords(text) !== undefined
}

function mailboxInWords(text: string): MailFaultCode | undefined {
  if (/over quota|exceeded your mail quota|not enough disk quota/i.test(text)) return 'over_quota'
  if (/(mailbox|folder) already exists/i.test(text)) return 'mailbox_exists'
  if (/(mailbox|folder) (doesn't|does not) exist|unknown mailbox/i.test(text)) {
    return 'mailbox_not_found'
  }
  return undefined
}
