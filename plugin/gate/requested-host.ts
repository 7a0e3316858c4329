import type { IncomingMessage } from 'node:http'
import type { TrustedProxies } from './trusted-headers.ts'

/**
 * The host name in the address of the browser, in lower case: as a trusted proxy tells it, else as the request does. undefined
 * for none or a malformed one. A client can write what it wants: it decides how a page looks, and nothing else.
 */
export function requestedHost(
  req: IncomingMessage,
  proxies: Pick<TrustedProxies, 'isTrustedPeer'>,
): string | undefined {
  const forwarded = proxies.isTrustedPeer(req) ? req.headers['x-forwarded-host'] : undefined
  const forwardedHost = [forwarded].flat().join(',').split(',').at(-1)?.trim()
  const host =
    forwardedHost === undefined || forwardedHost === '' ? req.headers.host : forwardedHost
  const address = `http://${host ?? ''}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
