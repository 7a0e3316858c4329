import type { MessageStamp, OutgoingMessage } from '../../proxy/mail/submission.ts'
import type { ActionContext } from './action.ts'
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

/** By its Message-ID, which no other message has (RFC 5322 3.6.4). */
async function findCopy(messageId: string, context: ActionContext): Promise<SentCopy | undefined> {
  const { account, signal } = context
  const mailbox = await findSpecialMailbox('sent', context)
  if (mailbox === undefined) return undefined
  const search = { text: messageId, fields: ['message-id'], filter: 'all' } as const
  const found = await account.matchingUids(mailbox, { search, flags: undefined }, { signal })
  const uid = /^\d+/.exec(found.set)?.[0]
  if (uid === undefined) return undefined
  return { filedIn: mailbox, filed: { mailbox, uidValidity: found.uidValidity, uid: Number(uid) } }
}
