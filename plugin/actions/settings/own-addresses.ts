import { parseAddressList } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'

/** Addresses that are the owner's. */
export interface OwnAddresses {
  /** All that the owner writes as: a response to all goes to none of them. */
  readonly senders: readonly string[]
  /** Where the owner requests answers. */
  readonly replyTo: readonly string[]
}

/** Those of the panel or the configuration, and those of identities. Throws StoreUnavailable. */
export async function ownAddresses({
  senders,
  settings,
}: Pick<ReadingContext, 'senders' | 'settings'>): Promise<OwnAddresses> {
  const { identities } = await settings.read()
  return {
    senders: [...senders.addresses, ...identities.map(({ address }) => address)],
    replyTo: identities.flatMap(({ replyTo }) =>
      parseAddressList(replyTo, { maxAddresses: 10 }).addresses.map(({ address }) => address),
    ),
  }
}
