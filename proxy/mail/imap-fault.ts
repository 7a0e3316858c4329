import { MailFault, type MailFaultCode } from './errors.ts'
import type { StatusLine } from './imap/response.ts'

/** Response codes (RFC 5530, 9208, 9051) and what they mean to us. */
const codesOfServer: ReadonlyMap<string, MailFaultCode> = new Map([
  ['AUTHENTICATIONFAILED', 'authentication_refused'],
  ['AUTHORIZATIONFAILED', 'authentication_refused'],
  ['EXPIRED', 'authentication_refused'],
  ['UNAVAILABLE', 'unavailable'],
  ['SERVERBUG', 'unavailable'],
  ['PRIVACYREQUIRED', 'unavailable'],
  ['INUSE', 'unavailable'],
  ['LIMIT', 'limit_reached'],
  ['OVERQUOTA', 'over_quota'],
  ['ALREADYEXISTS', 'mailbox_exists'],
  ['CANNOT', 'mailbox_refused'],
  ['NOPERM', 'mailbox_refused'],
  ['TRYCREATE', 'mailbox_not_found'],
  ['NONEXISTENT', 'mailbox_not_found'],
])

/** The fault a NO or BAD means, for commands other than AUTHENTICATE. */
export function faultOfAnswer(line: StatusLine): MailFault {
  const known = line.code === undefined ? undefined : codesOfServer.get(line.code)
  return new MailFault(known ?? codeOfWords(line.text) ?? 'rejected', line.text)
}

/** The fault a NO to AUTHENTICATE means: without any hint, the password is wrong. */
export function faultOfAuthentication(
  code: string | undefined,
  text: string,
  cause: unknown,
): MailFault {
  const known = code === undefined ? undefined : codesOfServer.get(code)
  return new MailFault(known ?? codeOfWords(text) ?? 'authentication_refused', text, { cause })
}

/** The fault a BYE means when it comes instead of an answer to the sign-in. */
export function faultOfGoodbye(text: string, cause: unknown): MailFault {
  return new MailFault(codeOfWords(text) ?? 'unavailable', `BYE ${text}`, { cause })
}

/**
 * Servers older than RFC 5530 tell an outage and a limit apart from a refusal by words only. This
 * is the one place that reads them: taking an outage for a wrong password would lock users out.
 */
function codeOfWords(text: string): MailFaultCode | undefined {
  if (/maximum (number of )?connections?\b|too many (\w+ )?(connections|sessions)/i.test(text)) {
    return 'limit_reached'
  }
  // Not a limit to wait for: whoever tries again makes it worse.
  if (/too many (\w+ ){0,2}(logins|attempts)|rate limit/i.test(text)) return 'unavailable'
  if (/internal error|temporar(y|ily)|try again later/i.test(text)) return 'unavailable'
  // Dovecot, of a mailbox that is renamed or made anew just now: the next attempt finds it, or does not.
  if (/deleted under us/i.test(text)) return 'unavailable'
  if (/(mailbox|folder) (doesn't|does not) exist|unknown mailbox/i.test(text)) {
    return 'mailbox_not_found'
  }
  return undefined
}
