import { createUpstream, type Upstream } from '../../proxy/upstream/upstream.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import type { Logs } from '../log/open-logs.ts'

/** Where requests are passed on to, the panel or the other webmail; undefined where no address is configured. */
export function upstreamTo(
  target: string | null,
  limits: Pick<RequestLimits, 'requestMs' | 'sockets'>,
  { log }: Logs,
  isPanel: boolean,
): Upstream | undefined {
  if (target === null) return undefined
  return createUpstream({
    target: new URL(target).origin,
    timeoutMs: limits.requestMs,
    maxSockets: limits.sockets,
    trustedHeaders: [],
    passesAuthorization: isPanel,
    log,
  })
}
