import {
  createSubmission,
  type SubmissionOptions,
} from '../../../../proxy/mail/submission/submission.ts'
import type { OutgoingMessage, Submission } from '../../../../proxy/mail/submission/submission.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'

/** A small message; each test changes what it is about. */
export function outgoing(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    from: { name: 'Ann Other', address: 'ann@sender.test' },
    to: [{ name: 'Bob', address: 'bob@receiver.test' }],
    cc: [],
    bcc: [],
    subject: 'Hello',
    text: 'A line.\nAnother one.',
    inReplyTo: undefined,
    references: [],
    attachments: [],
    ...change,
  }
}

/** A submission client for a server on loopback, without TLS and AUTH unless the test says so. */
export function submissionTo(
  server: { readonly host: string; readonly port: number },
  change: Partial<SubmissionOptions> = {},
): Submission {
  return createSubmission({
    host: server.host,
    port: server.port,
    tls: 'none',
    rejectUnauthorized: true,
    auth: 'none',
    timeoutMs: WAIT_LIMIT_MS,
    maxConnections: 2,
    hostname: 'webmail.sender.test',
    ...change,
  })
}

/** A signal no one aborts. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal
}
