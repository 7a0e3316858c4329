import type { MailFaultCode } from '../model/mail-fault.ts'

/**
 * What a NO or BAD with a response code means. `signIn` is for the response to AUTHENTICATE where it differs;
 * `undefined` means that the code says nothing about why, so that the response's text and status decide.
 */
export interface ResponseCodeMeaning {
  readonly rfc: number
  readonly command: MailFaultCode | undefined
  readonly signIn?: MailFaultCode
}

const accepts = (rfc: number): ResponseCodeMeaning => ({ rfc, command: undefined })

/** Every response code of RFC 3501 7.1, RFC 5530 3 and RFC 9051 7.1; IANA keeps the list. */
export const responseCodes = {
  // RFC 5530: why a command was refused. RFC 9051 took all of them over.
  UNAVAILABLE: { rfc: 5530, command: 'unavailable' },
  AUTHENTICATIONFAILED: { rfc: 5530, command: 'authentication_refused' },
  AUTHORIZATIONFAILED: { rfc: 5530, command: 'authentication_refused' },
  EXPIRED: { rfc: 5530, command: 'authentication_refused' },
  PRIVACYREQUIRED: { rfc: 5530, command: 'unavailable' },
  CONTACTADMIN: { rfc: 5530, command: 'server_refused', signIn: 'authentication_refused' },
  NOPERM: { rfc: 5530, command: 'mailbox_refused' },
  INUSE: { rfc: 5530, command: 'unavailable' },
  EXPUNGEISSUED: { rfc: 5530, command: 'message_not_found' },
  CORRUPTION: { rfc: 5530, command: 'mailbox_damaged', signIn: 'unavailable' },
  SERVERBUG: { rfc: 5530, command: 'unavailable' },
  CLIENTBUG: { rfc: 5530, command: 'not_understood' },
  CANNOT: { rfc: 5530, command: 'mailbox_refused' },
  LIMIT: { rfc: 5530, command: 'limit_reached' },
  OVERQUOTA: { rfc: 5530, command: 'over_quota' },
  ALREADYEXISTS: { rfc: 5530, command: 'mailbox_exists' },
  NONEXISTENT: { rfc: 5530, command: 'mailbox_not_found' },
  // RFC 3501.
  TRYCREATE: { rfc: 3501, command: 'mailbox_not_found' },
  BADCHARSET: { rfc: 3501, command: 'not_understood' },
  PARSE: { rfc: 3501, command: 'message_unreadable' },
  'READ-ONLY': { rfc: 3501, command: 'mailbox_refused' },
  ALERT: accepts(3501),
  CAPABILITY: accepts(3501),
  PERMANENTFLAGS: accepts(3501),
  'READ-WRITE': accepts(3501),
  UIDNEXT: accepts(3501),
  UIDVALIDITY: accepts(3501),
  UNSEEN: accepts(3501),
  // RFC 9051, which has them from RFC 3516, 4315, 5182, 5258 and 7162.
  'UNKNOWN-CTE': { rfc: 9051, command: 'message_unreadable' },
  HASCHILDREN: { rfc: 9051, command: 'mailbox_refused' },
  UIDNOTSTICKY: accepts(9051),
  NOTSAVED: accepts(9051),
  APPENDUID: accepts(9051),
  COPYUID: accepts(9051),
  CLOSED: accepts(9051),
} as const satisfies Record<string, ResponseCodeMeaning>

const meanings: ReadonlyMap<string, ResponseCodeMeaning> = new Map(Object.entries(responseCodes))

/** What the code of a NO or BAD means, to a command or to the sign-in; undefined when it does not tell. */
export function meaningOfCode(
  code: string | undefined,
  at: 'command' | 'signIn',
): MailFaultCode | undefined {
  const meaning = code === undefined ? undefined : meanings.get(code)
  return at === 'signIn' ? (meaning?.signIn ?? meaning?.command) : meaning?.command
}
