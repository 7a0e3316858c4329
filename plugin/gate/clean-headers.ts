import type { IncomingMessage } from 'node:http'
import { connectionOptions } from './framing-guard.ts'

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

/** Believed from a trusted proxy and from nobody else. */
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
    const isKept =
      PLAIN_NAME.test(name) &&
      !named.has(name) &&
      !HOP_BY_HOP.has(name) &&
      !isForged(name, isTrustedPeer)
    if (!isKept) Reflect.deleteProperty(req.headers, name)
  }
}

function isForged(name: string, isTrustedPeer: boolean): boolean {
  if (TRUST_HEADERS.has(name) || name.startsWith('x-panel-')) return true
  return FORWARDING.test(name) && !isTrustedPeer
}
