import type { MessageStamp, OutgoingMessage } from '../../proxy/mail/submission.ts'
import type { ActionContext } from './action.ts'
import { findMessage } from './find-message.ts'
import type { SentCopy } from './send-journal.ts'
import { fileMessage, findSpecialMailbox } from './special-mailbox.ts'

interface CopyRequest {
  readonly stamp: MessageStamp
  /** An earlier try may have filed it. */
  readonly mayBeThere: boolean
  /** Only asked for when there is no copy yet. */
  readonly message: () => Promise<OutgoingMessage>
}

/**
 * Files the sender's copy of a message, once: as it was sent, and with its blind copies, which only the
 * sender may see. Throws MailFault.
 */
export async function fileCopy(
  { stamp, mayBeThere, message }: CopyRequest,
  context: ActionContext,
): Promise<SentCopy> {
  const found = mayBeThere ? await findCopy(stamp.messageId, context) : undefined
  if (found !== undefined) return found
  const sent = { ...(await message()), draftOf: undefined }
  const { source } = await context.submission.build(sent, { keepBcc: true, stamp })
  const { mailbox, filed } = await fileMessage('sent', { source, flags: ['\\Seen'] }, context)
  return { filedIn: mailbox, filed }
}

async function findCopy(messageId: string, context: ActionContext): Promise<SentCopy | undefined> {
  const mailbox = await findSpecialMailbox('sent', context)
  if (mailbox === undefined) return undefined
  const filed = await findMessage(mailbox, messageId, context)
  return filed === undefined ? undefined : { filedIn: mailbox, filed }
}
