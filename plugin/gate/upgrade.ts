import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from '../../proxy/upstream-handshake.ts'
import type { Upstream } from '../../proxy/upstream.ts'
import { Refusal, refusals } from '../refusal.ts'
import { cleanHeaders } from './clean-headers.ts'
import type { TrustedProxies } from './client-ip.ts'
import { checkFraming } from './framing-guard.ts'
import { parseLocation, type LocationRules } from './location.ts'

interface UpgradeGateOptions {
  readonly webmailPath: LocationRules
  readonly trustedProxies: TrustedProxies
  /** undefined: nothing stands behind the gate, no upgrade is possible. */
  readonly panelUpstream: Upstream | undefined
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * The gate for `upgrade` events of the server: WebSockets of the panel pass, nothing under the webmail
 * path does. Refuses with a plain status line and closes the socket.
 */
export function createUpgradeGate(options: UpgradeGateOptions) {
  const { webmailPath, trustedProxies, panelUpstream, log } = options

  return function upgradeGate(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', (err) => log.warn({ err }, 'an upgraded connection failed'))
    try {
      checkFraming(req)
      const isWebmail = parseLocation(req.url ?? '', webmailPath) !== undefined
      if (isWebmail || panelUpstream === undefined) throw new Refusal('not_found')
      const clientIp = trustedProxies.clientIp(req)
      const scheme = trustedProxies.scheme(req)
      cleanHeaders(req, { isTrustedPeer: trustedProxies.isTrustedPeer(req) })
      panelUpstream.upgrade(req, socket, head, { clientIp, scheme })
    } catch (error) {
      const status = error instanceof Refusal ? refusals[error.code].status : 500
      if (status === 500) log.warn({ err: error }, 'an upgrade failed')
      refuseUpgrade(socket, `${status} Refused`)
    }
  }
}
