import type { Address, Message } from '../../../proxy/mail/index.ts'
import type { OwnerSettings } from '../../settings/owner-settings.ts'
import { isSameMailAddress } from '../../../proxy/address/same-address.ts'

/**
 * The identity that a response is written as: the one that was written to, or that a blind copy or mail of a list was
 * delivered to; of a draft or an own message its author.
 */
export function identityFor(
  mode: 'reply' | 'reply-all' | 'forward' | 'draft' | 'as-new',
  { row: { summary }, deliveredTo = [] }: Pick<Message, 'row' | 'deliveredTo'>,
  settings: OwnerSettings,
): string | undefined {
  const { to, cc, from } = summary
  const receivers = deliveredTo.map((text) => ({ name: '', address: text.replace(/^<|>$/g, '') }))
  const isAuthor = mode === 'draft' || mode === 'as-new'
  const addresses = isAuthor ? [from] : [to, cc, receivers, from]
  const found = addresses
    .map((some) => identityAmong(some, settings))
    .find((id) => id !== undefined)
  return found ?? defaultIdentityOf(settings)
}

/** The owner's choice, else the first one; undefined where there is none. */
export function defaultIdentityOf({ preferences, identities }: OwnerSettings): string | undefined {
  const chosen = identities.find(({ id }) => id === preferences.defaultIdentity)
  return (chosen ?? identities[0])?.id
}

/** Of several with one address the one with the name that stands there, then the default one. */
function identityAmong(addresses: readonly Address[], settings: OwnerSettings): string | undefined {
  for (const { name, address } of addresses) {
    const own = settings.identities.filter((identity) =>
      isSameMailAddress(identity.address, address),
    )
    const defaultIdentity = own.find(({ id }) => id === defaultIdentityOf(settings))
    const found = own.find((identity) => identity.name === name) ?? defaultIdentity ?? own[0]
    if (found !== undefined) return found.id
  }
  return undefined
}
