import { printable } from './printable.ts'

/** What a Form A line says apart from its time and request (spec 7). */
export interface RequestFault {
  readonly kind: 'DB' | 'IMAP' | 'SMTP' | 'PHP'
  readonly message: string
}

/** What a Form B line says apart from its time (spec 7). */
export interface ProcessFault {
  readonly message: string
}

/** Longest piece of a client's or server's text that one line repeats. */
const MAX_FIELD_CHARS = 256
const MAX_SQL_CHARS = 2_000

/**
 * A session or user query was refused, e.g. code `5`, "database is locked". `sql` is the statement with
 * placeholders, never its values, in one line; without it the line is the one logged again for the
 * request. Without a code the database gave no detail, and neither does the line.
 */
export function databaseRefused(code: string, text: string, sql?: string): RequestFault {
  if (code === '') return databaseFailure()
  const query = printable((sql ?? '').replaceAll(/\s+/g, ' '), MAX_SQL_CHARS)
  const message = printable(text, MAX_FIELD_CHARS)
  return { kind: 'DB', message: `[${printable(code, 32)}] ${message} (SQL Query: ${query})` }
}

/** The database failed without detail: empty code, empty query text. */
export function databaseFailure(): RequestFault {
  return { kind: 'DB', message: '[] (SQL Query: )' }
}

/**
 * IMAP refused a password. The address in front of the only `AUTHENTICATE PLAIN:` of the line is that of the client,
 * whatever a name or a server says: log readers ban it.
 */
export function imapLoginFailed(user: string, clientIp: string, reason: string): RequestFault {
  const name = withoutMark(printable(user, MAX_FIELD_CHARS))
  const message = withoutMark(printable(reason, MAX_FIELD_CHARS)).replaceAll(/[()]/g, '_')
  return {
    kind: 'IMAP',
    message: `Login failed for ${name} from ${printable(clientIp, 45)}. ${SIGN_IN_MARK} ${message}`,
  }
}

/**
 * IMAP refused a password that the client sent. The fail2ban filter bans for these words, so they stand there whatever the
 * server said: RFC 5530 leaves the words to it.
 */
export function imapPasswordRefused(user: string, clientIp: string, reason: string): RequestFault {
  const message = REFUSAL_WORDS.test(reason) ? reason : `Authentication failed. ${reason}`.trimEnd()
  return imapLoginFailed(user, clientIp, message)
}

/**
 * IMAP had a password that the client sent, and did not judge it in time. It is banned for as a refused one: servers hold
 * back the answers to guesses, those to right passwords not.
 */
export function imapPasswordUnanswered(
  user: string,
  clientIp: string,
  reason: string,
): RequestFault {
  return imapLoginFailed(user, clientIp, `Authentication failed. Not judged in time: ${reason}`)
}

/** IMAP refused a password that no one typed just then: whose it was is in front, and no one is banned for it. */
export function imapStoredPasswordRefused(
  user: string,
  clientIp: string,
  { retainedBy, reason }: { readonly retainedBy: 'panel' | 'session'; readonly reason: string },
): RequestFault {
  const whose = retainedBy === 'panel' ? 'that the panel handed over' : 'of a session'
  return imapLoginFailed(user, clientIp, `of the password ${whose}: ${reason}`)
}

/**
 * IMAP could not judge a password: an outage, a limit, a command it did not take. Where its words read like a refusal
 * the fault's code is in front of them, so that no one is banned for it.
 */
export function imapLoginUnanswered(
  user: string,
  clientIp: string,
  { code, reason }: { readonly code: string; readonly reason: string },
): RequestFault {
  const isLikeRefusal = /authentication ?failed/i.test(reason)
  return imapLoginFailed(user, clientIp, isLikeRefusal ? `${code}: ${reason}` : reason)
}

/** The IMAP server failed after the sign-in; its words may repeat what a client wrote. */
export function imapFailed(reason: string): RequestFault {
  return { kind: 'IMAP', message: withoutMark(reason) }
}

/** As the fail2ban filter has them (scripts/install/texts/host-files.ts). */
const REFUSAL_WORDS = /^(?:\[AUTHENTICATIONFAILED\] )?Authentication failed\./

const SIGN_IN_MARK = 'AUTHENTICATE PLAIN:'

function withoutMark(text: string): string {
  return text.replaceAll(/(AUTHENTICATE\s+PLAIN):/gi, '$1_')
}

/**
 * The IMAP connection closed under a request. Two lines, always together: log readers pair the condition
 * with the warning that followed it in the generic IMAP client code of the original.
 */
export function imapClosed(): readonly [ProcessFault, ProcessFault] {
  return [
    {
      message:
        'Unexpected condition from IMAP server, closed or corrupt connection to IMAP. Possible mailbox corruption.',
    },
    {
      message:
        'PHP Warning:  fclose() expects parameter 1 to be resource, null given in rcube_imap_generic.php',
    },
  ]
}

/** Work on what users made large, contacts and their pictures, met its memory limit (spec 7, 8). */
export function memoryExhausted(limitBytes: number, triedBytes: number): ProcessFault {
  return {
    message: `PHP Fatal error:  Allowed memory size of ${limitBytes} bytes exhausted (tried to allocate ${triedBytes} bytes)`,
  }
}

/** A user set the time of the machine, or it was asleep; nothing of ours is at fault. */
export function clockMoved(movedMs: number): ProcessFault {
  return { message: `the clock of the machine moved by ${Math.round(movedMs / 1_000)} s` }
}

/** A POST failed its request-token check. */
export function requestCheckFailed(): RequestFault {
  return { kind: 'PHP', message: 'Request security check failed' }
}

/** The same fault met outside any request, e.g. by the drainer: it has no id and no path, hence Form B. */
export function outsideRequest({ kind, message }: RequestFault): ProcessFault {
  return { message: `${kind} Error: ${message}` }
}
