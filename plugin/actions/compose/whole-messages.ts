import {
  type MessagePart,
  messageFileName,
  type MessageRow,
  type PartContent,
} from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { uidOptions, type NamedMessage, type NamedMessages } from '../input/named-messages.ts'

/** What may go along with a composed message. */
export type OfferedPart = Pick<MessagePart, 'id' | 'type' | 'filename' | 'size'>

/** How a whole message is named where parts of the source are: by its UID in the source's mailbox. */
const WHOLE_MESSAGE = /^message:([1-9][0-9]{0,9})$/

/** The UID in such a name; undefined for the section of a part. */
export function wholeMessageUid(partId: string): number | undefined {
  const digits = WHOLE_MESSAGE.exec(partId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Messages of one mailbox as they are offered as attachments. */
export async function offeredMessages(
  named: NamedMessages,
  context: ReadingContext,
): Promise<readonly OfferedPart[]> {
  const { mailbox, uids } = named
  const rows = await context.account.rows(mailbox, uids, uidOptions(named, context))
  return rows.map((row) => offeredRow(row))
}

/** A message that was read, as it is offered as an attachment. */
export function offeredRow({ summary: { uid, subject, size } }: MessageRow): OfferedPart {
  return {
    id: `message:${uid}`,
    type: 'message/rfc822',
    filename: messageFileName(subject),
    size,
  }
}

/** The bytes of a message as a part that is attached. */
export async function wholeMessage(
  named: NamedMessage,
  context: ReadingContext,
): Promise<{ readonly part: OfferedPart; readonly stream: PartContent['stream'] }> {
  const { mailbox, uid } = named
  const options = uidOptions(named, context)
  const [row] = await context.account.rows(mailbox, [uid], options)
  if (row === undefined) throw new Refusal('not_found')
  const part = offeredRow(row)
  return { part, stream: await context.account.source(mailbox, uid, options) }
}
