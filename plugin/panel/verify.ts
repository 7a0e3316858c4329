import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Location } from '../gate/location.ts'
import { during, type RequestTrace } from '../http/request-trace.ts'
import { Refusal } from '../http/refusal.ts'
import type { Panel, Principal, SignedRequest } from './adapter/panel.ts'

/** Whom the panel is asked for. */
interface Asker {
  readonly clientIp: string
  readonly requestId: string
  readonly signal: AbortSignal
  readonly trace: RequestTrace
}

/** Asks the panel whether segment and cookie belong together. Throws the coded Refusal of its "no". */
export async function verifyPanelSession(
  ctx: Context,
  location: Location,
  { clientIp, requestId, signal, trace }: Asker,
  panel: Panel,
): Promise<Principal> {
  const evidence = {
    segment: location.segment,
    cookieHeader: ctx.req.headers.cookie,
    clientIp,
    requestId,
    isCrossSite: ctx.req.headers['sec-fetch-site'] === 'cross-site',
    signed: signedRequestOf(ctx.req),
  }
  const verdict = await during(trace, 'panel', () => panel.verify(evidence, signal))
  if (verdict.kind === 'principal') return verdict.principal
  throw verdict.code === 'panel_unavailable'
    ? new Refusal(verdict.code, { retryAfterSeconds: 2 })
    : new Refusal(verdict.code)
}

/** Name of the header that index.php sends. The gate drops it before anything else sees the request. */
const HEADER = 'x-postern-shim'

/**
 * The signature of a request, from the raw headers because the gate has cleaned the others. undefined
 * without one, and for whatever did not come over a Unix socket: signed headers carry the password.
 */
export function signedRequestOf(req: IncomingMessage): SignedRequest | undefined {
  if (!cameByUnixSocket(req)) return undefined
  const { rawHeaders } = req
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && isHeader(rawHeaders[at - 1]))
  const [signature] = values
  if (signature === undefined) return undefined
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    signature: values.length === 1 ? signature : '',
  }
}

function isHeader(name: string | undefined): boolean {
  return name?.toLowerCase() === HEADER
}

/** A closed TCP socket has no address any more either, so an open one is asked for. */
function cameByUnixSocket({ socket }: IncomingMessage): boolean {
  return !socket.destroyed && socket.remoteAddress === undefined
}
