import MimeNode from 'nodemailer/lib/mime-node'
import { messageIdsOf } from '../model/message-ids.ts'
import {
  checkAddress,
  createMessageId,
  subjectField,
  type ComposeOptions,
} from './build-message.ts'
import type { BuiltMessage, OutgoingReceipt } from './outgoing-message.ts'

type ReceiptOptions = Pick<ComposeOptions, 'hostname' | 'now' | 'random'>

/**
 * Builds a receipt: a report with words for users, and the same for programs (RFC 8098 3). It travels without a
 * sender in its envelope, so that no program answers it. Throws MailFault `rejected` for an address that is none.
 */
export async function buildReceipt(
  receipt: OutgoingReceipt,
  { hostname, now, random }: ReceiptOptions,
): Promise<BuiltMessage> {
  const from = checkAddress(receipt.from)
  const to = receipt.to.map(checkAddress)
  const messageId = createMessageId(from.address, { now, random })
  const inReplyTo = messageIdsOf([receipt.originalMessageId ?? '']).at(0)
  const report = new MimeNode('multipart/report; report-type=disposition-notification', {
    hostname,
    newline: 'win',
  })
  report.setHeader({
    from,
    to,
    ...subjectField(receipt.subject),
    date: new Date(now()),
    'message-id': messageId,
    ...(inReplyTo === undefined ? {} : { 'in-reply-to': inReplyTo, references: inReplyTo }),
    'user-agent': 'Postern',
    // RFC 3834 5: programs that reply automatically leave it alone.
    'auto-submitted': 'auto-replied',
  })
  report.createChild('text/plain; charset=utf-8').setContent(receipt.text)
  report
    .createChild('message/disposition-notification')
    .setContent(notification(receipt, { hostname, reader: from.address, inReplyTo }))
  return {
    messageId,
    source: await report.build(),
    envelope: { from: '', to: to.map(({ address }) => address) },
  }
}

interface NotificationOptions {
  readonly hostname: string
  /** Whose receipt it is. */
  readonly reader: string
  readonly inReplyTo: string | undefined
}

/** RFC 8098 3.2. */
function notification(
  { isAutomatic, originalRecipient }: OutgoingReceipt,
  { hostname, reader, inReplyTo }: NotificationOptions,
): string {
  const mode = isAutomatic
    ? 'automatic-action/MDN-sent-automatically'
    : 'manual-action/MDN-sent-manually'
  const lines = [
    `Reporting-UA: ${hostname}; Postern`,
    ...(isRecipient(originalRecipient) ? [`Original-Recipient: ${originalRecipient}`] : []),
    `Final-Recipient: rfc822;${reader}`,
    ...(inReplyTo === undefined ? [] : [`Original-Message-ID: ${inReplyTo}`]),
    `Disposition: ${mode}; displayed`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** It comes from a stranger's header: an address behind its type, on one line of ASCII. */
function isRecipient(text: string | undefined): text is string {
  return text !== undefined && /^[a-z0-9-]{1,32}; ?[\x21-\x7e]{1,400}$/i.test(text)
}
