import type { IncomingMessage } from 'node:http'
import { isSameClient } from './client-address.ts'
import { readCookie } from '../state/cookies.ts'
import type { SimulatedPanel } from '../state/simulated-panel.ts'
import type { PanelService, PanelSession } from '../state/session.ts'

/** Whether a request belongs to a live session, with its segment. */
export type Admission =
  | { readonly kind: 'admitted'; readonly session: PanelSession }
  | { readonly kind: 'refused'; readonly code: AdmissionRefusal }

export type AdmissionRefusal =
  | 'cookie_missing'
  | 'session_unknown'
  | 'session_expired'
  | 'session_preauth'
  | 'ip_changed'
  | 'segment_missing'
  | 'segment_mismatch'

/** What is shown to the panel. */
export interface Evidence {
  readonly cookieValue: string | undefined
  readonly address: string
  /** Ten digits, or undefined when the path has no well-formed segment. */
  readonly segmentDigits: string | undefined
}

/** Checks in the order of the real panel: cookie, session, address, segment. Counts refused segments. */
export async function admit(evidence: Evidence, panel: SimulatedPanel): Promise<Admission> {
  const { cookieValue, address, segmentDigits } = evidence
  const { sessions, rules } = panel
  if (cookieValue === undefined) return refuse('cookie_missing')
  const session = sessions.find(cookieValue)
  if (session === undefined) return refuse('session_unknown')
  if (await sessions.expire(session)) return refuse('session_expired')
  if (session.needsAuth) return refuse('session_preauth')
  if (!isSameClient(session.address, address, rules.cookieIpValidation)) return refuse('ip_changed')
  if (segmentDigits !== session.segmentDigits) {
    await sessions.denyToken(session, segmentDigits === undefined ? 'missing' : 'wrong')
    return refuse(segmentDigits === undefined ? 'segment_missing' : 'segment_mismatch')
  }
  sessions.hit(session)
  return { kind: 'admitted', session }
}

/** The evidence of a request on a listener. */
export function evidenceOf(
  req: IncomingMessage,
  path: string,
  { service, address }: { readonly service: PanelService; readonly address: string },
): Evidence {
  return { cookieValue: readCookie(req, service), address, segmentDigits: segmentOf(path) }
}

/** The ten digits of a path that starts with a well-formed segment; anything else counts as none. */
export function segmentOf(path: string): string | undefined {
  return /^\/cpsess([0-9]{10})(?:\/|$)/.exec(path)?.[1]
}

function refuse(code: AdmissionRefusal): Admission {
  return { kind: 'refused', code }
}
