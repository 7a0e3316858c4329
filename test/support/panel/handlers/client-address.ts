import type { IncomingMessage } from 'node:http'

/** The client's address: of the socket, or of X-Forwarded-For where a gateway in front is trusted. */
export function clientAddress(req: IncomingMessage, trustForwardedFor: boolean): string {
  const forwarded = req.headers['x-forwarded-for']
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined
  const address =
    trustForwardedFor && last !== undefined && last !== '' ? last : req.socket.remoteAddress
  return (address ?? '127.0.0.1').replace(/^::ffff:/, '')
}

/** Whether two addresses count as one under the panel's rule; loose is the same IPv4 /24. */
export function isSameClient(
  one: string,
  other: string,
  rule: 'strict' | 'loose' | 'disabled',
): boolean {
  if (rule === 'disabled') return true
  if (rule === 'strict') return one === other
  const network = (address: string) => address.split('.').slice(0, 3).join('.')
  return network(one) === network(other)
}
