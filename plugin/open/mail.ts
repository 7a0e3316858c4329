import { hostname } from 'node:os'
import { createAccounts, createSubmission } from '../../proxy/mail/index.ts'
import { createRenderer } from '../../proxy/mail/render/create-renderer.ts'
import { mailServerAddress } from '../admin/status/backends.ts'
import type { Config } from '../config/schema.ts'
import { imapClosed, memoryExhausted } from '../log/lines.ts'
import type { Logs } from '../log/open-logs.ts'

const MIB = 1024 * 1024

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
  const renderer = createRenderer({
    workers: limits.renderWorkers,
    memoryMiB: limits.renderMemoryMiB,
    timeoutMs: limits.renderMs,
    maxHtmlBytes: limits.htmlBytes,
    maxWaiting: limits.renderWaiting,
    maxWaitingPerPerson: limits.renderWaitingPerPerson,
    startTimeoutMs: limits.renderWaitMs,
    keep: {
      isNeeded: () => accounts.state().accounts > 0,
      maxBytes: limits.renderKeepMiB * MIB,
      residentBytes: () => process.memoryUsage.rss(),
    },
    reportMemory: ({ limitBytes, bodyBytes }) =>
      errorLog.formB(memoryExhausted(limitBytes, bodyBytes)),
    reportLostThread: (err) => log.warn({ err }, 'rendering worker ended before it was ready'),
  })
  return { accounts, submission, renderer }
}
