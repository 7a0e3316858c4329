import { createSubmission } from '../../proxy/mail/index.ts'
import type { AlertSender } from './alerts.ts'
import { alertText, headline } from './text.ts'

interface MailOptions {
  readonly to: readonly string[]
  readonly from: string
  readonly server: { readonly host: string; readonly port: number }
  /** Name of this machine. */
  readonly instance: string
}

/** Longest silence of the server at any step. */
const TIMEOUT_MS = 5_000

/** Sends alerts as a message, over a server that trusts this machine. */
export function createAlertMail({ to, from, server, instance }: MailOptions): AlertSender {
  const submission = createSubmission({
    ...server,
    tls: 'none',
    rejectUnauthorized: true,
    auth: 'none',
    timeoutMs: TIMEOUT_MS,
    maxConnections: 1,
    hostname: instance,
  })
  const nobody = { cc: [], bcc: [], inReplyTo: undefined, references: [], attachments: [] }
  return {
    name: server.host,
    async send(alerts, signal) {
      const message = await submission.build({
        ...nobody,
        isAutomatic: true,
        from: { name: 'Postern', address: from },
        to: to.map((address) => ({ name: '', address })),
        subject: headline(alerts, instance),
        text: `${alerts.map(alertText).join('\n\n')}\n`,
      })
      await submission.send(message, undefined, signal)
    },
  }
}
