import { parseRecipientAddress } from '../../address/mail-address.ts'
import { readTypedAddresses, type TypedAddress } from '../../address/typed-addresses.ts'
import type { Address } from '../model/summary.ts'

/** What a user typed into To, Cc or Bcc: the addresses that can be used, and the pieces that cannot. */
export interface AddressList {
  readonly addresses: readonly Address[]
  /** As typed. Not empty means: do not send. */
  readonly invalid: readonly string[]
}

const hasControlCharacter = /\p{Cc}/u

/**
 * Reads addresses as users type and paste them. Every address is checked on its own; one past `maxAddresses` counts as
 * invalid, so that a list is never cut in silence.
 */
export function parseAddressList(
  text: string,
  { maxAddresses = 500 }: { readonly maxAddresses?: number } = {},
): AddressList {
  const addresses: Address[] = []
  const invalid: string[] = []
  for (const typed of readTypedAddresses(text)) {
    const address = addresses.length < maxAddresses ? usableAddress(typed) : undefined
    if (address === undefined) invalid.push(typed.entry)
    else addresses.push(address)
  }
  return { addresses, invalid }
}

function usableAddress({ entry, name, address: text }: TypedAddress): Address | undefined {
  if (name === undefined || hasControlCharacter.test(entry)) return undefined
  const address = parseRecipientAddress(text)
  return address === undefined ? undefined : { name, address }
}
