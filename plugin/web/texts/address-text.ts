import type { NativeAddress } from '../../wire/native/types.ts'

/** Addresses as one types them; a name with specials is quoted (RFC 5322 3.2.4). */
export function formatAddresses(addresses: readonly NativeAddress[]): string {
  return addresses.map(formatAddress).join(', ')
}

function formatAddress({ name, address }: NativeAddress): string {
  if (name === '' || name === address) return address
  const shown = /[",;:<>@()[\]\\]/.test(name) ? `"${name.replace(/(["\\])/g, '\\$1')}"` : name
  return `${shown} <${address}>`
}
