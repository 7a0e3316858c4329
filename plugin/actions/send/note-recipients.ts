import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { parseAddressList } from '../../../proxy/mail/index.ts'
import { collectRecipients } from '../../contacts/book/collect.ts'
import type { SendInput } from '../compose/send-input.ts'
import type { WritingContext } from '../contract/contexts.ts'

/** After a message went out: anyone who it went to is suggested from then on. Never fails the sending. */
export async function noteRecipients(
  { to, cc, bcc }: SendInput,
  { contacts, limits, senders, now }: WritingContext,
): Promise<void> {
  const addresses = [to, cc, bcc].flatMap(
    (text) => parseAddressList(text, { maxAddresses: limits.recipients }).addresses,
  )
  // A contact has an address without quotes.
  const others = addresses.filter(
    ({ address }) =>
      !senders.addresses.includes(address) && parseMailAddress(address) !== undefined,
  )
  if (others.length > 0) await collectRecipients(contacts, others, now())
}
