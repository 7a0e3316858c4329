import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Location, Segment } from '../../gate/location.ts'
import { Refusal, type RefusalCode } from '../../http/refusal.ts'
import { during, type RequestTrace } from '../../http/request-trace.ts'

/** What the gate knows of a request before it trusts anything. */
export interface PanelEvidence {
  readonly segment: Segment
  readonly cookieHeader: string | undefined
  /** Decided by the trusted-proxy rule, never by a header of the client. */
  readonly clientIp: string
  readonly requestId: string
  /** True when the browser says that another site led to the request. */
  readonly isCrossSite?: boolean
  /** What a shim inside the panel signed; other adapters pay no attention to it. */
  readonly signed?: SignedRequest | undefined
}

/** What a shim signed, and the words of the request that its signature covers. */
export interface SignedRequest {
  readonly method: string
  /** The raw request target, byte for byte. */
  readonly target: string
  /** `<envelope>.<mac>`; several such headers are no signature. */
  readonly signature: string
}

/** Who the panel says is asking. */
export interface Principal {
  /** Keyed hash of the panel session's name; never the name itself. Hex. */
  readonly sessionKey: string
  /** Mailbox address or account name; undefined when the panel proves a session but names no one. */
  readonly subject: string | undefined
  /** The domain of this mailbox's address where `subject` has none and the panel knows it. */
  readonly mailDomain?: string | undefined
  /** Addresses the owner may write as beside their own, where the panel says so. */
  readonly addresses?: readonly string[]
  /** The language the panel shows itself in, as a BCP 47 tag or a locale, where it says so. */
  readonly locale?: string | undefined
  /** Unix ms at which the panel session ends, where the panel says so. */
  readonly expiresAt: number | undefined
  /** SHA-256 (hex) of the request's body, where the panel vouches for it. */
  readonly bodyDigest?: string
}

/** Where the IMAP login of a principal comes from. Held in memory only. */
export type PanelCredential =
  | { readonly kind: 'panel'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'master'
      readonly user: string
      readonly authorizationId: string | undefined
      readonly password: string
    }
  | { readonly kind: 'prompt' }

export type PanelVerdict =
  | { readonly kind: 'principal'; readonly principal: Principal }
  | { readonly kind: 'refused'; readonly code: PanelRefusalCode }

/** Codes a panel may name itself. */
export const panelResponseCodes = [
  'segment_missing',
  'segment_malformed',
  'segment_mismatch',
  'cookie_missing',
  'cookie_malformed',
  'session_unknown',
  'session_preauth',
  'session_expired',
  'ip_changed',
  'tfa_required',
  'not_a_mailbox',
  'inconsistent',
  'panel_unavailable',
] as const satisfies readonly RefusalCode[]

export type PanelRefusalCode = (typeof panelResponseCodes)[number] | 'signature_unknown'

/**
 * One control panel, seen from the gate. `verify` never throws for bad input: it answers a coded
 * refusal, and it fails closed when the panel does not answer.
 */
export interface Panel {
  readonly name: string
  verify(evidence: PanelEvidence, signal: AbortSignal): Promise<PanelVerdict>
  /** Asked once at sign-in. */
  credential(principal: Principal, signal: AbortSignal): Promise<PanelCredential>
  /** Where a user goes to sign in to the panel; a local path or undefined. */
  readonly homePath: string | undefined
  close(): Promise<void>
}

/** Whom the panel is requested. */
interface Asker {
  readonly clientIp: string
  readonly requestId: string
  readonly signal: AbortSignal
  readonly trace: RequestTrace
}

/** Queries the panel whether segment and cookie belong together. Throws the coded Refusal of its "no". */
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
const SHIM_HEADER = 'x-postern-shim'

/**
 * The signature of a request, from the raw headers because the gate has cleaned the others. undefined
 * without one, and for whatever did not come over a Unix socket: signed headers carry the password.
 */
export function signedRequestOf(req: IncomingMessage): SignedRequest | undefined {
  if (!cameByUnixSocket(req)) return undefined
  const { rawHeaders } = req
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && isShimHeader(rawHeaders[at - 1]))
  const [signature] = values
  if (signature === undefined) return undefined
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    signature: values.length === 1 ? signature : '',
  }
}

function isShimHeader(name: string | undefined): boolean {
  return name?.toLowerCase() === SHIM_HEADER
}

/** A closed TCP socket has no address any more either, so an open one is requested. */
function cameByUnixSocket({ socket }: IncomingMessage): boolean {
  return !socket.destroyed && socket.remoteAddress === undefined
}

/** A principal as a verdict. */
export function granted(principal: Principal): PanelVerdict {
  return { kind: 'principal', principal }
}

/** A coded refusal as a verdict. */
export function refused(code: PanelRefusalCode): PanelVerdict {
  return { kind: 'refused', code }
}

/** What a Cookie header holds of the panel's own cookies. */
export type PanelCookies =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'found'
      /** A Cookie header with the panel's cookies alone, in the order of `names`. */
      readonly header: string
      readonly values: readonly string[]
    }

/** Longer values are no session name of any panel. */
const MAX_VALUE_CHARACTERS = 4096

/** RFC 6265 4.1.1, cookie-octet. */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]+$/

/**
 * Reads the panel's cookies and nothing else. Two cookies of one name are malformed: a neighbouring
 * site may have tossed one of them, and servers differ on which of the two counts.
 */
export function readPanelCookies(
  cookieHeader: string | undefined,
  names: readonly string[],
): PanelCookies {
  const found = new Map<string, string>()
  for (const pair of (cookieHeader ?? '').split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    const value = pair.slice(equals + 1).trim()
    if (!names.includes(name) || value === '') continue
    const isMalformed =
      found.has(name) || value.length > MAX_VALUE_CHARACTERS || !COOKIE_VALUE.test(value)
    if (isMalformed) return { kind: 'malformed' }
    found.set(name, value)
  }
  if (found.size === 0) return { kind: 'none' }
  const ordered = [...found].sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
  return {
    kind: 'found',
    header: ordered.map(([name, value]) => `${name}=${value}`).join('; '),
    values: ordered.map(([, value]) => value),
  }
}

/**
 * Hex HMAC-SHA-256 over named parts. The purpose keeps hashes of one use from standing in for another;
 * JSON keeps the bounds of the parts.
 */
export function keyedHash(key: Buffer, purpose: string, ...parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex')
}
