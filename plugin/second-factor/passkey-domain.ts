import { isIP } from 'node:net'
import { isDomainWithin } from '../../proxy/address/domain-within.ts'

/**
 * The domain that passkeys of a page belong to (WebAuthn's RP ID): the configured one where the host name is it or lies below, the
 * host name itself where none is configured. undefined where there can be none: addresses have no passkeys (WebAuthn 5.1.3), and
 * neither has a host name outside the configured domain.
 */
export function passkeyDomain(
  host: string | undefined,
  configured: string | null,
): string | undefined {
  if (host === undefined || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (configured === null) return host
  return isDomainWithin(host, configured) ? configured : undefined
}

/** Whether a page of this origin may use passkeys of the domain: under TLS, or of this machine (Secure Contexts 3.1). */
export function isOriginWithin(origin: string, domain: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: plain } = new URL(origin)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return isSecure && plain === origin && isDomainWithin(hostname, domain)
}
