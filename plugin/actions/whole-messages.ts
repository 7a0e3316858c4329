import type { PartContent } from '../../proxy/mail/account.ts'
import { messageFileName } from '../../proxy/mail/mime/part-name.ts'
import type { ActionContext } from './action.ts'
import { uidOptions, type NamedMessage } from './named-messages.ts'
import type { OfferedPart } from './result.ts'

/** How a whole message is named where parts of the source are: by its UID in the source's mailbox. */
export const WHOLE_MESSAGE = /^message:([1-9][0-9]{0,9})$/

/** The UID in such a name; undefined for the section of a part. */
export function wholeMessageUid(partId: string): number | undefined {
  const digits = WHOLE_MESSAGE.exec(partId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A message as it is offered as an attachment. */
export async function offeredMessage(
  named: NamedMessage,
  context: Pick<ActionContext, 'account' | 'views' | 'signal'>,
): Promise<OfferedPart> {
  const { mailbox, uid } = named
  const { row } = await context.account.message(mailbox, uid, uidOptions(named, context))
  const { subject, size } = row.summary
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
  context: ActionContext,
): Promise<{ readonly part: OfferedPart; readonly stream: PartContent['stream'] }> {
  const { mailbox, uid } = named
  const part = await offeredMessage(named, context)
  return { part, stream: await context.account.source(mailbox, uid, uidOptions(named, context)) }
}
