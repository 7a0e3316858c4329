import { namedCause, type Cause } from '../../metrics/named-cause.ts'

/**
 * What lines of the two logs mean that belong to no request, or whose request continued without a fault; the same as
 * "Troubleshooting by log line" of the admin guide says. The first that matches counts.
 */
const knownLines: readonly (readonly [RegExp, Cause])[] = [
  [
    /the clock of the machine moved by/,
    namedCause(
      'the clock of this machine was moved',
      'nothing for Postern; look at its time service',
    ),
  ],
  [
    /DB Error: \[5\]/,
    namedCause(
      'another program holds the SQL database locked',
      'find and end it (fuser FILE); what this request wrote is written later, nothing is lost',
      'database.url',
    ),
  ],
  [
    /DB Error: \[13\]/,
    namedCause('the disk of the database, or of dataDir, is full', 'make room', 'dataDir'),
  ],
  [
    /DB Error: \[(8|10|14)\]/,
    namedCause(
      'the disk of the database, or of dataDir, is read-only, fails, or lacks the directory',
      'mend it; nothing that was acknowledged is lost',
      'dataDir',
    ),
  ],
  [
    /DB Error: \[(11|26)\]/,
    namedCause(
      'a database file was found damaged',
      'look at its disk; it was restored as the line says',
    ),
  ],
  [
    /DB Error: \[full\]|spool is full/,
    namedCause(
      'the private spool is full',
      'see why the database takes no rows; then raise the limit',
      'limits.spoolBytes',
    ),
  ],
  [
    /DB Error: \[timeout\]/,
    namedCause('the SQL server did not answer in time', 'look at its disk, locks and load'),
  ],
  [
    /DB Error: \[(08\w{3}|ECONNREFUSED|unreachable)\]/,
    namedCause(
      'the SQL server is not reachable',
      'start it, or correct its address',
      'database.url',
    ),
  ],
  [
    /redis (does not answer|not connected|takes no writes)/,
    namedCause(
      'Redis does not answer as it should',
      'look at it: the reason stands in the line; Postern goes on without it',
      'redis',
    ),
  ],
  [
    /spool cannot be written/,
    namedCause(
      'the private spool cannot be written',
      'make room on the disk of dataDir, or mend it',
      'dataDir',
    ),
  ],
  [
    /database behind/,
    namedCause(
      'the SQL database takes no rows',
      'the error log has its words; nothing is lost, rows wait in the spool',
      'database.url',
    ),
  ],
  [
    /the panel did not answer a verification/,
    namedCause(
      'the control panel did not answer',
      'check the panel and its address',
      'panel.http.authUrl',
    ),
  ],
  [
    /Request security check failed/,
    namedCause(
      'the form had no request token, or one from before the sign-in',
      'nothing: the person reloads the page',
    ),
  ],
  [
    /Unexpected condition from IMAP server/,
    namedCause('the mail server closed a connection', 'look at its log at that second'),
  ],
  [
    /Allowed memory size of/,
    namedCause(
      'a message took all the memory that it may have, in an earlier version',
      'nothing: it was shown as plain text',
    ),
  ],
]

/** What a line of a log means automatically; undefined for one that reports no fault. */
export function causeOfLine(line: string): Cause | undefined {
  return knownLines.find(([pattern]) => pattern.test(line))?.[1]
}
