import type { Credential } from '../../proxy/mail/account.ts'
import { SealBroken, type Seal, type SealOwner } from '../../store/seal.ts'
import type { SignedInSession } from './webmail-session.ts'

/** Seals the IMAP password for one session and opens it again when a connection has to be made. */
export interface PasswordSeal {
  seal(sessionId: string, credential: Credential): string
  /** The credential of a session; undefined when its key is gone or the value was tampered with. */
  open(sessionId: string, session: SignedInSession): Credential | undefined
  /** Whether the password is sealed under an older key. Only for a session that was opened. */
  isOutdated(session: SignedInSession): boolean
}

/** Opened credentials are remembered as long as the parsed session object lives, about two seconds. */
export function createPasswordSeal(seal: Seal, mailHost: string): PasswordSeal {
  const opened = new WeakMap<SignedInSession, Credential>()
  const outdated = new WeakSet<SignedInSession>()
  return {
    seal: (sessionId, credential) =>
      seal.seal(credential.password, { sessionId, username: credential.user, host: mailHost }),
    open(sessionId, session) {
      const known = opened.get(session)
      if (known !== undefined) return known
      const { loginName, authorizationId } = session
      const password = openOrNone(seal, session.password, {
        sessionId,
        username: loginName,
        host: mailHost,
      })
      if (password === undefined) return undefined
      const credential = { user: loginName, password, authorizationId }
      opened.set(session, credential)
      if (seal.needsReseal(session.password)) outdated.add(session)
      return credential
    },
    isOutdated: (session) => outdated.has(session),
  }
}

function openOrNone(seal: Seal, sealed: string, owner: SealOwner): string | undefined {
  try {
    return seal.open(sealed, owner)
  } catch (error) {
    // Its key is gone, or somebody changed it: there is no password any more.
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
