import { hostname } from 'node:os'
import { createAccounts, createRenderer, createSubmission } from '../../proxy/mail/index.ts'
import { mailServerAddress } from '../admin/status/backends.ts'
import type { Config } from '../config/schema.ts'
import { imapClosed } from '../log/lines.ts'
import type { Logs } from '../log/open-logs.ts'

/** The parts of the mail engine as the configuration wants them: mailboxes, outgoing mail, HTML made harmless. */
export function openMail(
  config: Config,
  { now, log, errorLog }: Pick<Logs, 'log' | 'errorLog'> & { readonly now: () => number },
) {
  const { limits } = config
  const accounts = createAccounts({
    ...mailServerAddress(config.imap),
    maxConnectionsPerAccount: config.imap.connectionsPerAccount,
    maxConnections: config.imap.connections,
    maxWaiting: config.imap.waiting,
    maxProofs: config.imap.proofs,
    maxProofsPerAccount: config.imap.proofsPerAccount,
    verifyMs: config.imap.verifyMs,
    maxVerifiesPerSecond: config.imap.verifiesPerSecond,
    idleCloseMs: config.imap.idleCloseMs,
    limitWaitMs: config.imap.limitWaitMs,
    restMs: config.imap.restMs,
    confirmMs: config.imap.confirmMs,
    watch: {
      lingerMs: config.imap.watchLingerMs,
      pollMs: config.imap.watchPollMs,
      confirmMs: config.imap.watchConfirmMs,
    },
    answerMs: config.imap.answerMs,
    signInMs: config.imap.signInMs,
    connectTimeoutMs: config.imap.connectTimeoutMs,
    commandTimeoutMs: config.imap.commandTimeoutMs,
    searchMs: config.imap.searchMs,
    responseLimits: {
      maxLineBytes: config.imap.lineBytes,
      maxLiteralBytes: config.imap.literalBytes,
      maxNesting: config.imap.nesting,
      maxListItems: config.imap.listItems,
    },
    summaryCacheEntries: limits.summaryEntries,
    maxTextBytes: limits.textBytes,
    maxHtmlBytes: limits.htmlBytes,
    now,
    log,
    reportClosed: () => {
      for (const line of imapClosed()) errorLog.formB(line)
    },
  })
  const submission = createSubmission({
    ...mailServerAddress(config.smtp),
    auth: config.smtp.auth,
    answerMs: config.smtp.answerMs,
    timeoutMs: config.smtp.timeoutMs,
    maxConnections: config.smtp.connections,
    hostname: hostname(),
  })
  return { accounts, submission, renderer: createRenderer(limits.htmlBytes) }
}
