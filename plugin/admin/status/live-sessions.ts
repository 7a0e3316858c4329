import { z } from 'zod'
import {
  StoreUnavailable,
  type ForeignSessions,
  type ScannedSession,
  type SessionRecord,
  type SessionStore,
  type SessionScan,
} from '../../../store/index.ts'
import type { AuditLog } from '../../log/audit-log.ts'
import { shortSessionId } from '../../session/owner-sessions.ts'
import { fromVariables } from '../../session/webmail-session.ts'

const liveSession = z.object({
  /** Twelve digits of a hash of the session id: enough to name it, of no use to open it. */
  shortId: z.string(),
  user: z.string(),
  /** Whose session it is: that of our page, or of the Roundcube behind the session endpoint. */
  webmail: z.enum(['postern', 'roundcube']),
  ip: z.string(),
  /** Unix ms of the sign-in and of the last use, the latter to about half a minute. */
  since: z.number(),
  usedAt: z.number(),
})

/** Live sessions as the admin listener tells them. */
export const liveSessionList = z.object({
  /** Most recently used first. */
  sessions: z.array(liveSession).readonly(),
  /** How many there are, listed or not. */
  total: z.number(),
  /** False when the shared database did not answer, or there are more than were looked at. */
  isComplete: z.boolean(),
})

/** A signed-in session as an administrator may see it. */
export type LiveSession = Readonly<z.output<typeof liveSession>>

/** Live sessions, as far as the stores could tell. */
export type LiveSessionList = Readonly<z.output<typeof liveSessionList>>

/** Those that were requested, and how many there are of everybody. */
export interface FoundSessions extends LiveSessionList {
  readonly ofAll: number
}

/** All sessions of all instances, for the status page and `postern sessions`. */
export interface LiveSessions {
  /** All, or those of a login name, or the one with the short id. */
  list(limit: number, userOrShortId?: string): Promise<FoundSessions>
  /** Ends the sessions of a login name, or the one with the short id, permanently. */
  revoke(userOrShortId: string, how: 'command' | 'status-page'): Promise<Revocation>
}

interface Revocation {
  readonly revoked: number
  readonly isComplete: boolean
}

/** Sessions looked at in one go; an installation with more needs its database's own tools. */
const MAX_SCANNED = 100_000
/** Ends that share group commits of the spool. */
const REVOKED_AT_ONCE = 100

/** Reads the stores again each time: an administrator asks seldom and wants the truth. */
export function createLiveSessions({
  scan,
  sessions,
  foreignSessions,
  audit,
}: {
  readonly scan: SessionScan
  readonly sessions: Pick<SessionStore, 'destroy'>
  readonly foreignSessions: Pick<ForeignSessions, 'end' | 'load'> | undefined
  readonly audit: AuditLog
}): LiveSessions {
  async function end({ id, live }: Found): Promise<void> {
    // Of another webmail's the id may be used again: the same browser signs in under it.
    if (live.webmail === 'roundcube') await foreignSessions?.end(id)
    else await sessions.destroy(id)
  }

  /** What another webmail's session became a moment ago is not in its rows yet: who ends sessions sees it. */
  async function withoutEnded(named: readonly Found[]): Promise<readonly Found[]> {
    const loaded = await Promise.all(
      named.map(async ({ id, live }) =>
        live.webmail === 'roundcube' ? (await foreignSessions?.load(id))?.session : live,
      ),
    )
    return named.filter((_, n) => loaded[n] !== undefined)
  }

  return {
    async list(limit, userOrShortId) {
      const { found, isComplete } = await collect(scan)
      const named =
        userOrShortId === undefined
          ? found
          : await withoutEnded(found.filter(isNamed(userOrShortId)))
      const shown = named.map(({ live }) => live).sort((one, other) => other.usedAt - one.usedAt)
      return {
        sessions: shown.slice(0, limit),
        total: named.length,
        ofAll: found.length,
        isComplete,
      }
    },
    async revoke(userOrShortId, how) {
      const { found, isComplete } = await collect(scan)
      const named = found.filter(isNamed(userOrShortId))
      for (let from = 0; from < named.length; from += REVOKED_AT_ONCE) {
        const piece = named.slice(from, from + REVOKED_AT_ONCE)
        await Promise.all(piece.map(end))
        for (const { live } of piece) {
          const { user } = live
          audit.note({ event: 'revoked', result: 'done', user, ip: 'admin', how })
        }
      }
      return { revoked: named.length, isComplete }
    },
  }
}

interface Found {
  readonly id: string
  readonly live: LiveSession
}

function isNamed(userOrShortId: string): (found: Found) => boolean {
  const name = userOrShortId.toLowerCase()
  return ({ live }) => live.user.toLowerCase() === name || live.shortId === name
}

async function collect(
  scan: SessionScan,
): Promise<{ readonly found: readonly Found[]; readonly isComplete: boolean }> {
  const found: Found[] = []
  let scanned = 0
  try {
    for await (const page of scan.pages()) {
      scanned += page.length
      if (scanned > MAX_SCANNED) return { found, isComplete: false }
      found.push(...page.flatMap(signedIn))
    }
    return { found, isComplete: true }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // What this process has in its spool is better than nothing, and says so.
    return { found, isComplete: false }
  }
}

function signedIn({ isForeign, record }: ScannedSession): readonly Found[] {
  const who = isForeign ? whoOf(record.variables) : fromVariables(record.variables)
  if (who?.kind !== 'signed-in') return []
  const live = {
    shortId: shortSessionId(record.id),
    user: who.username,
    webmail: isForeign ? ('roundcube' as const) : ('postern' as const),
    ip: record.ip,
    since: who.loginTime * 1000,
    usedAt: record.changedAt,
  }
  return [{ id: record.id, live }]
}

/** Roundcube's session has a name once someone has signed in. */
function whoOf({ username, login_time: loginTime }: SessionRecord['variables']) {
  if (typeof username !== 'string' || typeof loginTime !== 'number') return undefined
  return { kind: 'signed-in', username, loginTime } as const
}
