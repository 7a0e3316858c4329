import type { TestClock } from '../../clock.ts'
import {
  decodeCookieValue,
  newObfuscation,
  newSegmentDigits,
  newSessionName,
  newValidationToken,
} from './names.ts'
import type { Random } from '../../random.ts'
import type { SessionFiles } from './session-files.ts'
import type { PanelService, PanelSession, TemporaryUser } from './session.ts'

/** The live sessions of the panel, in memory and in their files. */
export interface PanelSessions {
  open(request: OpenPanelSession): Promise<PanelSession>
  /** By a cookie's value, with or without the secret behind the comma, as the real panel does. */
  find(cookieValue: string): PanelSession | undefined
  /** True when it has been idle for too long; then it is removed. */
  expire(session: PanelSession): Promise<boolean>
  hit(session: PanelSession): void
  /** Counts a refused segment. The third wrong one ends the session, a missing one never does. */
  denyToken(session: PanelSession, reason: 'missing' | 'wrong'): Promise<void>
  remove(session: PanelSession): Promise<void>
  all(): readonly PanelSession[]
}

/** How a session comes to be. */
export interface OpenPanelSession {
  readonly user: string
  readonly password: string | undefined
  readonly temporary?: TemporaryUser
  readonly service: PanelService
  readonly address: string
  readonly method: PanelSession['method']
  readonly tag?: string
  /** For fixtures: a segment with a leading zero. */
  readonly segmentDigits?: string
}

interface SessionsOptions {
  readonly files: SessionFiles
  readonly clock: TestClock
  readonly random: Random
  readonly idleMs: number
}

/** Segments refused before the panel ends the session (plugin/docs/threats.md, cPanel). */
const WRONG_TOKENS = 3

/** Sessions kept at most; the oldest goes. Before a sign-in every visit makes one. */
const MAX_SESSIONS = 10_000

/** Creates an empty set of sessions. */
export function createSessions({ files, clock, random, idleMs }: SessionsOptions): PanelSessions {
  const sessions = new Map<string, PanelSession>()
  const remove = async (session: PanelSession) => {
    sessions.delete(session.name)
    await files.remove(session.name)
  }

  return {
    async open({ user, password, temporary, service, address, method, tag, segmentDigits }) {
      const session: PanelSession = {
        name: newSessionName(user, random, tag),
        obfuscation: newObfuscation(random),
        user,
        password,
        temporary,
        segmentDigits: segmentDigits ?? newSegmentDigits(random),
        validationToken: newValidationToken(random),
        service,
        address,
        method,
        needsAuth: user === '',
        createdAt: clock.now(),
        tokenDenied: 0,
        lastHitAt: clock.now(),
      }
      const [oldest] = sessions.values()
      if (sessions.size >= MAX_SESSIONS && oldest !== undefined) await remove(oldest)
      sessions.set(session.name, session)
      await files.write(session)
      return session
    },

    find: (cookieValue) => sessions.get(decodeCookieValue(cookieValue)),

    async expire(session) {
      if (clock.now() - session.lastHitAt < idleMs) return false
      await remove(session)
      return true
    },

    hit(session) {
      const current = sessions.get(session.name)
      if (current !== undefined) {
        sessions.set(session.name, { ...current, lastHitAt: clock.now() })
      }
    },

    async denyToken(session, reason) {
      const current = sessions.get(session.name)
      if (current === undefined) return
      const denied = { ...current, tokenDenied: current.tokenDenied + 1 }
      if (reason === 'wrong' && denied.tokenDenied >= WRONG_TOKENS) {
        await remove(denied)
        return
      }
      sessions.set(denied.name, denied)
      await files.write(denied)
    },

    remove,
    all: () => [...sessions.values()],
  }
}
