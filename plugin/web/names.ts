import type { NativeAddress } from '../wire/native-types.ts'

/** Names where there are names, addresses otherwise. */
export function namesOf(addresses: readonly NativeAddress[]): string {
  return addresses.map(({ name, address }) => name || address).join(', ')
}
