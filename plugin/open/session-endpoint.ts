import type { ForeignSessions } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import {
  createSessionEndpoint,
  ENDPOINT_LIMITS,
  type SessionEndpoint,
} from '../session-endpoint/session-endpoint.ts'

/** Where another webmail keeps its sessions; undefined where none is configured. */
export function openSessionEndpoint(
  sessions: ForeignSessions | undefined,
  { webmail }: Config,
  services: Pick<
    Parameters<typeof createSessionEndpoint>[0],
    'takeover' | 'password' | 'log' | 'countProblem' | 'now'
  >,
): SessionEndpoint | undefined {
  if (sessions === undefined || webmail.sessions === null) return undefined
  return createSessionEndpoint({ sessions, limits: ENDPOINT_LIMITS, ...services })
}
