import { readTypedAddresses } from '../../../../proxy/address/typed-addresses.ts'

/** What users write as an address; the server, which knows all rules, refuses what is left. */
const LOOKS_LIKE_ADDRESS =
  /^(?:[\w!#$%&'*+/=?^`{|}~.\p{L}\p{M}\p{N}-]+|"[^"\\<>]+")@(?:\[[\da-fipv.:]+\]|(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]{2,})$/iu

/** The entries of a field of recipients that cannot be addresses, as they were typed. */
export function unusableAddresses(field: string): readonly string[] {
  return readTypedAddresses(field)
    .filter(({ name, address }) => name === undefined || !LOOKS_LIKE_ADDRESS.test(address))
    .map(({ entry }) => entry)
}
