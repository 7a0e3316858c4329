import { hash } from 'node:crypto'
import type { Principal } from '../panel/adapter/panel.ts'

/**
 * What ties a webmail session to the panel session it was made under: panel session, segment and
 * subject (plugin/docs/architecture.md, step 4). A session is of no use under any other.
 */
export function sessionBinding(principal: Principal, segmentDigits: string): string {
  const bound = JSON.stringify([principal.sessionKey, segmentDigits, principal.subject ?? null])
  return hash('sha256', bound).slice(0, 32)
}
