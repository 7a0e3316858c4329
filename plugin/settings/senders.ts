import { parseMailAddress } from '../../proxy/address/mail-address.ts'

/** What an owner may write as. */
export interface Senders {
  /** Their own address first, then those that panel and administrator allow. */
  readonly addresses: readonly string[]
  /** The mail server decides: any address may be tried. */
  readonly isAnyAllowed: boolean
}

/** The addresses by their sources, each once; what is no address is left out. */
export function sendersOf(
  own: string | undefined,
  allowed: { readonly byPanel: readonly string[]; readonly byConfig: readonly string[] },
  isAnyAllowed: boolean,
): Senders {
  const given = [...(own === undefined ? [] : [own]), ...allowed.byPanel, ...allowed.byConfig]
  const addresses = given.flatMap((text) => parseMailAddress(text) ?? [])
  const isFirst = (address: string, index: number) =>
    addresses.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index
  return { addresses: addresses.filter(isFirst), isAnyAllowed }
}
