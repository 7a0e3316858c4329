import type { Message } from '../../../proxy/mail/index.ts'
import { readInvitation, type ReadInvitation } from '../../invitation/invitation.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'
import { isCalendar } from '../part/listed-parts.ts'
import { readBeginning } from '../part/read-beginning.ts'

/**
 * Of the calendar files of a message together their beginnings are read, which takes 40 ms where they are hostile. Files within one may
 * make it longer.
 */
const MAX_CALENDAR_BYTES = 512 * 1024
/** Programs send the same event as an alternative and as a file, some as a second file. */
const MAX_CALENDARS = 3

/** The invitation of a message, with the parts that all are this one. */
export interface MessageInvitation extends ReadInvitation {
  readonly partIds: readonly string[]
}

/** The invitation that a message holds; undefined where none of its first calendar files is one. Throws MailFault. */
export async function messageInvitation(
  named: NamedMessage,
  message: Message,
  context: Pick<ReadingContext, 'account' | 'views' | 'signal'>,
): Promise<MessageInvitation | undefined> {
  const ids = message.attachments.filter(isCalendar).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const { mailbox, uid } = named
  const options = uidOptions(named, context)
  const parts = await context.account.parts(mailbox, uid, ids.slice(0, MAX_CALENDARS), options)
  const found: (ReadInvitation & { readonly id: string })[] = []
  let leftBytes = MAX_CALENDAR_BYTES
  for (const { part, stream } of parts) {
    const beginning = await beginningOf(stream, leftBytes)
    leftBytes -= beginning.length
    const invitation = readInvitation(textOf(beginning))
    if (invitation !== undefined) found.push({ ...invitation, id: part.id })
  }
  const first = found[0]
  if (first === undefined) return undefined
  const same = found.filter(({ invitation }) => invitation.uid === first.invitation.uid)
  return { ...first, partIds: same.map(({ id }) => id) }
}

async function beginningOf(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const { beginning, close } = await readBeginning(stream, Math.max(1, maxBytes))
  await close()
  return beginning.subarray(0, maxBytes)
}

/** UTF-8 (RFC 5545 3.1.4); what is none was written by a program of the time before. */
function textOf(bytes: Buffer): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  // A character that the limit cuts is one as well.
  const isOther = text.slice(0, -1).includes('\ufffd')
  return isOther ? new TextDecoder('windows-1252').decode(bytes) : text
}
