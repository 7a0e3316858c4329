import { hostname } from 'node:os'
import { createAccounts, createRenderer, createSubmission } from '../../proxy/mail/index.ts'
import { mailServerAddress } from '../admin/status/backends.ts'
import type { Config } from '../config/schema.ts'
import { MIB } from '../config/sections/units.ts'
import { REQUEST_LIMITS } from '../http/request-limits.ts'
import { imapClosed } from '../log/lines.ts'
import type { Logs } from '../log/open-logs.ts'

/** How the IMAP server is used. */
export const IMAP_LIMITS = {
  /** Requests that may wait for a connection. */
  maxWaiting: 2_000,
  /** Sign-ins with a password not proven before that the server judges at one time, and of these for one mailbox; one client address has half of them at most. */
  maxProofs: 200,
  maxProofsPerAccount: 4,
  /** Passwords in use that are verified again; what is over is verified later. */
  maxVerifiesPerSecond: 20,
  /** Dovecot closes a silent connection after 30 minutes: ours goes first. */
  idleCloseMs: 10 * 60_000,
  /** While the server allows a mailbox owner no more connections: another client may close one. */
  limitWaitMs: 5_000,
  /** A connection that was silent for so long is confirmed by NOOP before it is used: a firewall may have forgotten it. */
  restMs: 30_000,
  /** That NOOP may take so long besides two round trips; then another connection takes over. */
  confirmMs: 2_000,
  watch: {
    /** A mailbox is watched for so long after the last page was closed. */
    lingerMs: 60_000,
    /** Between two readings of the counts where the server has no NOTIFY. */
    pollMs: 10_000,
    /** Between two readings of names and counts where it has: what it did not report is noticed then. */
    confirmMs: 60_000,
  },
  /** A user who waits gets an error after so long without a sign of life from the server. */
  responseMs: 9_000,
  /** The same at a sign-in once the server has the password: after wrong ones Dovecot delays its responses by up to 17 s. */
  signInMs: 30_000,
  /** Longest silence at connect, greeting and TLS. */
  connectTimeoutMs: 10_000,
  /** Longest silence over one command, after which its connection is given up. */
  commandTimeoutMs: 30_000,
  searchMs: REQUEST_LIMITS.searchMs,
  responseLimits: {
    /** One response without its literals; the order of a mailbox takes 9 bytes a message. */
    maxLineBytes: 8 * MIB,
    /** The literals of one response together. */
    maxLiteralBytes: 32 * MIB,
    /** Lists within lists: two for each multipart around a part. */
    maxNesting: 1_000,
    /** Values in one response; a part of a message takes about 20, a recipient 6. */
    maxListItems: 300_000,
  },
  /** Message summaries in memory, of all owners. */
  summaryCacheEntries: 200_000,
  /** Plain text of a message that is shown. */
  maxTextBytes: 512 * 1024,
  /** HTML of a message that is shown with formatting; of a larger one its text. */
  maxHtmlBytes: 2 * MIB,
}

/** How the submission server is used. */
export const SMTP_LIMITS = {
  /** A user who waits gets an error after so long without a response, until the server takes the message. */
  responseMs: 9_000,
  /** Longest silence of the server while it takes the message: filters for viruses and spam run then. */
  timeoutMs: 60_000,
  maxConnections: 20,
}

/** The parts of the mail engine as the configuration wants them: mailboxes, outgoing mail, HTML made harmless. */
export function openMail(
  config: Config,
  { now, log, errorLog }: Pick<Logs, 'log' | 'errorLog'> & { readonly now: () => number },
  { imap, smtp }: { readonly imap: typeof IMAP_LIMITS; readonly smtp: typeof SMTP_LIMITS },
) {
  const accounts = createAccounts({
    ...mailServerAddress(config.imap),
    maxConnectionsPerAccount: config.imap.connectionsPerAccount,
    maxConnections: config.imap.connections,
    verifyMs: config.imap.verifyMs,
    ...imap,
    now,
    log,
    reportClosed: () => {
      for (const line of imapClosed()) errorLog.formB(line)
    },
  })
  const submission = createSubmission({
    ...mailServerAddress(config.smtp),
    auth: config.smtp.auth,
    ...smtp,
    hostname: hostname(),
  })
  // For the first page.
  submission.offersDeliveryStatus()
  return { accounts, submission, renderer: createRenderer(imap.maxHtmlBytes) }
}
