import type { Segment } from '../../gate/segment.ts'
import type { RefusalCode } from '../../http/refusal.ts'

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
  /** Mailbox address or account name; undefined when the panel proves a session but names nobody. */
  readonly subject: string | undefined
  /** The domain of this mailbox's address where `subject` has none and the panel knows it. */
  readonly mailDomain?: string | undefined
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
export const panelAnswerCodes = [
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

export type PanelRefusalCode = (typeof panelAnswerCodes)[number] | 'signature_unknown'

/**
 * One control panel, seen from the gate. `verify` never throws for bad input: it answers a coded
 * refusal, and it fails closed when the panel does not answer.
 */
export interface Panel {
  readonly name: string
  verify(evidence: PanelEvidence, signal: AbortSignal): Promise<PanelVerdict>
  /** Asked once at sign-in. */
  credential(principal: Principal, signal: AbortSignal): Promise<PanelCredential>
  /** Where a person goes to sign in to the panel; a local path or undefined. */
  readonly homePath: string | undefined
  close(): Promise<void>
}

/** A principal as a verdict. */
export function granted(principal: Principal): PanelVerdict {
  return { kind: 'principal', principal }
}

/** A coded refusal as a verdict. */
export function refused(code: PanelRefusalCode): PanelVerdict {
  return { kind: 'refused', code }
}
