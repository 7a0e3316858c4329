import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** What is known of a client behind proxies that we trust. */
export interface TrustedProxies {
  /** Whether the peer of this socket is one of the trusted proxies. */
  isTrustedPeer(req: IncomingMessage): boolean
  /** The client's address: the last hop that no trusted proxy vouches for. */
  clientIp(req: IncomingMessage): string
  /** `https` when the socket, or a trusted proxy by X-Forwarded-Proto, says so. */
  scheme(req: IncomingMessage): 'http' | 'https'
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

/** Hops read of X-Forwarded-For at most; a longer list is not worth believing. */
const MAX_HOPS = 16

/** Peers of a Unix socket have no address; file permissions let them in, so they are local. */
const LOCAL = '127.0.0.1'

/**
 * The trusted-proxy rule over a list of addresses and CIDR ranges: X-Forwarded-For is read from the
 * right, and only for as long as a trusted proxy wrote it. Throws on a malformed range.
 */
export function createTrustedProxies(cidrs: readonly string[]): TrustedProxies {
  const ranges = cidrs.map(parseRange)
  const isTrusted = (address: Address) =>
    ranges.some(
      ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
    )

  const isTrustedPeer = (req: IncomingMessage): boolean => {
    const peer = req.socket.remoteAddress
    return peer === undefined || isTrusted(ipaddr.process(peer))
  }

  return {
    isTrustedPeer,

    clientIp(req) {
      let address = ipaddr.process(req.socket.remoteAddress ?? LOCAL)
      if (!isTrustedPeer(req)) return address.toString()
      for (const hop of hopsFromTheRight(req)) {
        // Garbage ends the chain: what stands left of it, nobody vouches for.
        if (!ipaddr.isValid(hop)) break
        address = ipaddr.process(hop)
        if (!isTrusted(address)) break
      }
      return address.toString()
    },

    scheme(req) {
      if ('encrypted' in req.socket && req.socket.encrypted === true) return 'https'
      const proto = headerText(req, 'x-forwarded-proto').split(',').at(-1)?.trim().toLowerCase()
      return isTrustedPeer(req) && proto === 'https' ? 'https' : 'http'
    },
  }
}

function hopsFromTheRight(req: IncomingMessage): readonly string[] {
  return headerText(req, 'x-forwarded-for')
    .split(',')
    .slice(-MAX_HOPS)
    .map((hop) => hop.trim())
    .reverse()
}

function headerText(req: IncomingMessage, name: string): string {
  const value = req.headers[name]
  return typeof value === 'string' ? value : (value ?? []).join(',')
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
