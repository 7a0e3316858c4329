import ipaddr from 'ipaddr.js'

/** RFC 4291 2.4: what is public of IPv6 begins so; the rest has embedded IPv4, or is not given out. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for an address that everybody on the Internet can reach: no network of this machine or its neighbours. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(PUBLIC_IPV6)
}
