import type { Message, MessagePart } from '../../../proxy/mail/index.ts'
import { readInvitation, type ReadInvitation } from '../../invitation/invitation.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'

/** What is read of a calendar file: its beginning, which takes 35 ms where it is hostile. Files within it may make it longer. */
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
  for (const { part, stream } of parts) {
    const invitation = readInvitation(textOf(await beginningOf(stream)))
    if (invitation !== undefined) found.push({ ...invitation, id: part.id })
  }
  const first = found[0]
  if (first === undefined) return undefined
  const same = found.filter(({ invitation }) => invitation.uid === first.invitation.uid)
  return { ...first, partIds: same.map(({ id }) => id) }
}

/** By its type, or by its name where the type says nothing. */
function isCalendar({ type, filename }: MessagePart): boolean {
  if (type === 'text/calendar' || type === 'application/ics') return true
  return type === 'application/octet-stream' && /\.ics$/i.test(filename)
}

async function beginningOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_CALENDAR_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_CALENDAR_BYTES)
}

/** UTF-8 (RFC 5545 3.1.4); what is none was written by a program of the time before. */
function textOf(bytes: Buffer): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  // A character that the limit cuts is one as well.
  const isOther = text.slice(0, -1).includes('\ufffd')
  return isOther ? new TextDecoder('windows-1252').decode(bytes) : text
}
