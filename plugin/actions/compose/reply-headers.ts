import { type Message, trimReferences, type Address } from '../../../proxy/mail/index.ts'
import type { ComposeResult } from '../result/result.ts'

/** Reply-To before From; a reply to one's own message goes to whom that went to (RFC 5322 3.6.3). */
export function replyRecipients(
  mode: 'reply' | 'reply-all',
  { row, replyTo }: Message,
  ownAddress: string | undefined,
): Pick<ComposeResult, 'to' | 'cc'> {
  const { from, to, cc } = row.summary
  const isOwn = from.some((person) => isSame(person, ownAddress))
  const authors = isOwn ? to : replyTo.length > 0 ? replyTo : from
  if (mode === 'reply') return { to: authors, cc: [] }
  const others = [...(isOwn ? [] : to), ...cc].filter(
    (person, index, all) =>
      !isSame(person, ownAddress) &&
      !authors.some((author) => isSame(author, person.address)) &&
      all.findIndex((earlier) => isSame(earlier, person.address)) === index,
  )
  return { to: authors, cc: others }
}

function isSame({ address }: Address, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase()
}

/** The thread so far and the message itself; of a very long thread the beginning and the latest part. */
export function referencesOfReply({ row, references, inReplyTo }: Message): readonly string[] {
  const thread = references.length > 0 || inReplyTo === undefined ? references : [inReplyTo]
  const { messageId } = row.summary
  return trimReferences(messageId === undefined ? thread : [...thread, messageId])
}
