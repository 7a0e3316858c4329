import type { Account, Accounts, Credential } from '../../../proxy/mail/index.ts'
import type { ForeignSession, ForeignSessions, RoundcubeCipher } from '../../../store/index.ts'
import { readRoundcubeSession, usernameIn, type RoundcubeSession } from './roundcube-session.ts'
import { sessionCookiesOf, type SessionCookies } from './session-cookies.ts'

/** Whose browser it is, by what it sends. */
export interface Browser {
  readonly cookie: string | undefined
  readonly clientIp: string
}

/** Who is signed in to Roundcube, and their mail. */
export interface SignedIn {
  /** The session that a browser's cookies prove, or these. Throws StoreUnavailable. */
  sessionOf(browser: Browser, cookies?: SessionCookies): Promise<RoundcubeSession | undefined>
  /** Whose session it is, without any proof of it. Throws StoreUnavailable. */
  ownerOf(sessionId: string): Promise<string | undefined>
  /** Throws SealBroken where the password was sealed with another key. */
  accountOf(session: RoundcubeSession, browser: Browser): Account
}

interface SignedInParts {
  readonly sessions: Pick<ForeignSessions, 'load'>
  readonly cipher: RoundcubeCipher
  readonly accounts: Pick<Accounts, 'account'>
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
  readonly wall: () => number
}

/** Builds the way from a browser to its session and mail. */
export function createSignedIn(parts: SignedInParts): SignedIn {
  const { sessions, cipher, accounts, lifetimeMs, wall } = parts
  /** As long as the store remembers the record, which is about two seconds. */
  const opened = new WeakMap<ForeignSession, Credential>()

  function credentialOf({ record, username, sealedPassword }: RoundcubeSession): Credential {
    const cached = opened.get(record)
    if (cached !== undefined) return cached
    const password = cipher.open(sealedPassword)
    const credential = { user: username, password, authorizationId: undefined }
    opened.set(record, credential)
    return credential
  }

  return {
    async sessionOf({ cookie, clientIp }, cookies = sessionCookiesOf(cookie)) {
      if (cookies === undefined) return undefined
      const { session } = await sessions.load(cookies.id)
      if (session === undefined) return undefined
      return readRoundcubeSession(cookies, session, { lifetimeMs, wall: wall(), clientIp })
    },
    async ownerOf(sessionId) {
      const { session } = await sessions.load(sessionId)
      return session && usernameIn(session)
    },
    accountOf: (session, { clientIp }) => accounts.account(credentialOf(session), clientIp),
  }
}
