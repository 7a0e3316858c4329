import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { connectionOptions } from './framing-guard.ts'

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

/** The other end of a socket. */
interface Peer {
  readonly address: string
  readonly isTrusted: boolean
}

/** Peers of a Unix socket have no address; file permissions let them in, so they are local. */
const LOCAL: Peer = { address: '127.0.0.1', isTrusted: true }

/** A few proxies send nearly everything, so their addresses are parsed once. */
const REMEMBERED_PEERS = 1_000

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

  const peers = new LRUCache<string, Peer>({ max: REMEMBERED_PEERS })
  const peerOf = (req: IncomingMessage): Peer => {
    const { remoteAddress } = req.socket
    if (remoteAddress === undefined) return LOCAL
    const known = peers.get(remoteAddress)
    if (known !== undefined) return known
    const address = ipaddr.process(remoteAddress)
    const peer = { address: address.toString(), isTrusted: isTrusted(address) }
    peers.set(remoteAddress, peer)
    return peer
  }

  return {
    isTrustedPeer: (req) => peerOf(req).isTrusted,

    clientIp(req) {
      const peer = peerOf(req)
      let client = peer.address
      if (!peer.isTrusted) return client
      for (const hop of hopsFromTheRight(req)) {
        // Garbage ends the chain: what stands left of it, no one vouches for.
        if (!ipaddr.isValid(hop)) break
        const address = ipaddr.process(hop)
        client = address.toString()
        if (!isTrusted(address)) break
      }
      return client
    },

    scheme(req) {
      if ('encrypted' in req.socket && req.socket.encrypted === true) return 'https'
      const proto = headerText(req, 'x-forwarded-proto').split(',').at(-1)?.trim().toLowerCase()
      return peerOf(req).isTrusted && proto === 'https' ? 'https' : 'http'
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

/** Headers by which panels and gateways tell who is asking. Only we may write them. */
const TRUST_HEADERS = new Set([
  'client-ip',
  'cp-security-token',
  'remote-addr',
  'remote-password',
  'remote-temp-user',
  'remote-user',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-https',
  'x-original-uri',
  'x-original-url',
  'x-postern-shim',
  'x-real-ip',
  'x-remote-user',
  'x-rewrite-url',
])

/** Believed from a trusted proxy and from no one else. */
const FORWARDING = /^(?:forwarded|via|x-forwarded-.+)$/

/**
 * A name that every server reads alike. PHP and CGI write all other characters a name may have (RFC 9110
 * 5.6.2) as `_`, so that `X-Panel.User` would be our own `X-Panel-User` there (RFC 3875 4.1.18).
 */
const PLAIN_NAME = /^[a-z0-9-]+$/

/** Meant for this hop only (RFC 9110 7.6.1). Body bounds and Upgrade stay: we still read them. */
const HOP_BY_HOP = new Set([
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
])

/**
 * Removes from `req.headers` what must not be believed: headers named in Connection, hop-by-hop
 * headers, any header that forges one of ours, and names of other characters than letters, digits and
 * hyphens, which PHP or CGI would fold into others. `isTrustedPeer` keeps the forwarding headers of a trusted proxy. Run after checkFraming.
 */
export function cleanHeaders(
  req: IncomingMessage,
  { isTrustedPeer }: { readonly isTrustedPeer: boolean },
): void {
  const named = new Set(connectionOptions(req.headers.connection))
  named.delete('upgrade')
  for (const name of Object.keys(req.headers)) {
    const isRetained =
      PLAIN_NAME.test(name) &&
      !named.has(name) &&
      !HOP_BY_HOP.has(name) &&
      !isForged(name, isTrustedPeer)
    if (!isRetained) Reflect.deleteProperty(req.headers, name)
  }
}

function isForged(name: string, isTrustedPeer: boolean): boolean {
  if (TRUST_HEADERS.has(name) || name.startsWith('x-panel-')) return true
  return FORWARDING.test(name) && !isTrustedPeer
}
