import type { Message, SearchCondition } from '../../../proxy/mail/index.ts'
import type { Invitation } from '../../invitation/invitation.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import { messageInvitation } from './message-invitation.ts'

/** An event is not changed more often before it is read. */
const MAX_LATER = 5
/** A line of an event may be folded behind 75 octets (RFC 5545 3.1), which a search does not see through. */
const SEARCHED_CHARS = 60
const DAY_MS = 86_400_000

interface FoundInvitation {
  readonly message: Message
  readonly invitation: Invitation
}

/** What later messages make of an event. */
export const REPLACEMENTS = ['update', 'cancellation'] as const
export type Replacement = (typeof REPLACEMENTS)[number]

/**
 * Whether a later message of the same sender in the same mailbox changes or cancels the event. The server looks into the bodies of what
 * that sender sent since, and of nothing else. Throws MailFault.
 */
export async function replacementOf(
  named: NamedMessage,
  { message, invitation }: FoundInvitation,
  context: Pick<ReadingContext, 'account' | 'views' | 'signal'>,
): Promise<Replacement | undefined> {
  const [sender] = message.row.summary.from
  const isOfOrganizer = invitation.method === 'request' || invitation.method === 'publish'
  if (sender === undefined || invitation.uid === '' || !isOfOrganizer) return undefined
  const { account, signal } = context
  const search = {
    text: '',
    terms: [
      [only({ kind: 'since', day: dayBefore(message.row.summary.date) })],
      [only({ kind: 'text', text: sender.address, fields: ['from'] })],
      [only({ kind: 'text', text: invitation.uid.slice(0, SEARCHED_CHARS), fields: ['body'] })],
    ],
    fields: [],
    filter: 'undeleted',
  } as const
  const { mailbox } = named
  const request = { mailbox, search, sort: undefined, page: 1, pageSize: MAX_LATER }
  const { rows } = await account.page(request, { signal })
  let newest = invitation
  for (const { summary } of rows) {
    if (summary.uid === named.uid) continue
    const options = { signal, uidValidity: message.uidValidity, isContentOnly: true }
    const other = await account.message(mailbox, summary.uid, options)
    const name = { mailbox, uidValidity: message.uidValidity, uid: summary.uid }
    const found = (await messageInvitation(name, other, context))?.invitation
    if (found !== undefined && replaces(found, newest)) newest = found
  }
  if (newest === invitation) return undefined
  return newest.method === 'cancel' ? 'cancellation' : 'update'
}

function only(condition: SearchCondition) {
  return { condition, isExcluded: false }
}

/** Days of the server's zone may begin a day earlier. */
function dayBefore(dateMs: number): string {
  return new Date(dateMs - DAY_MS).toISOString().slice(0, 10)
}

/** RFC 5546 2.1.5: by the sequence, and by the time it was written where that is the same. */
function replaces(later: Invitation, earlier: Invitation): boolean {
  if (later.uid !== earlier.uid || !['request', 'cancel', 'publish'].includes(later.method)) {
    return false
  }
  // One of a series leaves the others as they are.
  const isAboutAll = later.occurrence === undefined
  const isSameOne = JSON.stringify(later.occurrence) === JSON.stringify(earlier.occurrence)
  if (!isAboutAll && !isSameOne) return false
  if (later.sequence !== earlier.sequence) return later.sequence > earlier.sequence
  return (later.writtenAt ?? 0) > (earlier.writtenAt ?? 0)
}
