import type { Address, Message } from '../../../proxy/mail/index.ts'
import type { Answer } from '../../invitation/reply.ts'
import type { Invitation } from '../../invitation/invitation.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import { identityFor } from '../settings/identity-choice.ts'
import { ownAddresses } from '../settings/own-addresses.ts'
import { isSameMailAddress } from '../../../proxy/address/same-address.ts'

/** Keywords by which the mailbox remembers an answer, for every program of the owner. */
export const ANSWER_FLAGS = {
  accepted: '$CalAccepted',
  tentative: '$CalTentative',
  declined: '$CalDeclined',
} as const satisfies Readonly<Record<Answer, string>>

/** What the owner answered to the invitation of a message; undefined where nothing is noted. */
export function notedAnswer({ row }: Pick<Message, 'row'>): Answer | undefined {
  const flags = new Set(row.flags.map((flag) => flag.toLowerCase()))
  const answers = ['accepted', 'tentative', 'declined'] as const
  return answers.find((answer) => flags.has(ANSWER_FLAGS[answer].toLowerCase()))
}

/**
 * Whom an answer comes from: the own address that was invited, else the identity that the message was sent to. undefined where there is
 * nothing to answer: no request, an own event, in Junk, in what the owner wrote, and where the owner has no address.
 */
export async function answeringAs(
  named: Pick<NamedMessage, 'mailbox'>,
  { message, invitation }: { readonly message: Message; readonly invitation: Invitation },
  context: ReadingContext,
): Promise<Address | undefined> {
  const organizer = invitation.organizer?.address ?? ''
  if (invitation.method !== 'request' || organizer === '' || invitation.uid === '') return undefined
  const own = (await ownAddresses(context)).senders
  const isOwn = (address: string) => own.some((one) => isSameMailAddress(one, address))
  if (isOwn(organizer)) return undefined
  const { special } = mailboxListingOf(await context.account.mailboxes({ signal: context.signal }))
  if ([special.junk, special.sent, special.drafts].includes(named.mailbox)) return undefined
  const stored = await context.settings.read()
  const invited = invitation.attendees.find(({ address }) => isOwn(address))
  const id = identityFor('reply', message, stored)
  const identity =
    invited === undefined
      ? stored.identities.find((one) => one.id === id)
      : stored.identities.find((one) => isSameMailAddress(one.address, invited.address))
  if (identity !== undefined) return { name: identity.name, address: identity.address }
  const address = invited?.address ?? context.senders.addresses[0]
  return address === undefined ? undefined : { name: '', address }
}
