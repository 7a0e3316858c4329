import ipaddr from 'ipaddr.js'

/** How much of the client's address must stay as it was at the sign-in. */
export type AddressCheck = 'strict' | 'loose' | 'disabled'

/** Whether two addresses count as one client: the same, the same IPv4 /24 or IPv6 /64, or any. */
export function isSameClient(one: string, other: string, check: AddressCheck): boolean {
  if (check === 'disabled') return true
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  const [left, right] = [ipaddr.process(one), ipaddr.process(other)]
  if (check === 'strict' || left.kind() !== right.kind()) {
    return left.toNormalizedString() === right.toNormalizedString()
  }
  return left.match(right, left.kind() === 'ipv4' ? 24 : 64)
}
