import { type Address, type Message, parseAddressList } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { ownAddresses } from '../settings/own-addresses.ts'

/** A receipt that a message asks its reader for. */
export interface RequestedReceipt {
  readonly to: readonly Address[]
  /** The message came from someone else: no receipt goes there without the reader's word (RFC 8098 2.1). */
  readonly isToAsk: boolean
}

/** Readers are told whom a receipt goes to: more could not be told. */
const MAX_ADDRESSES = 5

/**
 * The receipt that a message asks its reader for. None is requested by mailing lists, by programs, in what the owner
 * wrote, and in junk: who sends a receipt reports that the address is read.
 */
export async function requestedReceipt(
  { mailbox }: Pick<NamedMessage, 'mailbox'>,
  { row, receiptRequest: request }: Pick<Message, 'row' | 'receiptRequest'>,
  context: ReadingContext,
): Promise<RequestedReceipt | undefined> {
  // A program that cannot be answered, or no mail of a user, as a receipt itself (RFC 8098 2.1).
  if (request === undefined || request.isBulk || request.returnPath === '') return undefined
  if (row.flags.includes('\\Draft')) return undefined
  const { addresses: to, invalid } = parseAddressList(request.to, { maxAddresses: MAX_ADDRESSES })
  if (to.length === 0 || invalid.length > 0) return undefined
  const own = new Set((await ownAddresses(context)).senders.map((one) => one.toLowerCase()))
  const isOwn = ({ address }: Address) => own.has(address.toLowerCase())
  if (row.summary.from.some(isOwn) || to.some(isOwn)) return undefined
  const { special } = mailboxListingOf(await context.account.mailboxes({ signal: context.signal }))
  if ([special.junk, special.sent, special.drafts].includes(mailbox)) return undefined
  return { to, isToAsk: !to.every(({ address }) => isSameAddress(address, request.returnPath)) }
}

/** Case tells two addresses apart before the `@`, and not behind it (RFC 8098 2.1). */
function isSameAddress(address: string, other = ''): boolean {
  const [one, two] = [address, other].map((text) => {
    const at = text.lastIndexOf('@')
    return text.slice(0, at) + text.slice(at).toLowerCase()
  })
  return one === two
}
