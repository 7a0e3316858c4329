import type { Logger } from 'pino'
import type { Credential } from '../../proxy/mail/index.ts'
import { SealBroken, type Seal, type SealOwner, StoreUnavailable } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import type { SignedInSession } from './webmail-session.ts'
import type { OpenSession } from './open-session.ts'

/** Seals the IMAP password for one session and opens it again when a connection has to be made. */
export interface PasswordSeal {
  seal(sessionId: string, credential: Credential): string
  /**
   * The credential of a session; undefined when its key is missing or the value was tampered with. Throws
   * Refusal('store_unavailable') while only another instance has its key.
   */
  open(sessionId: string, session: SealedSession): Promise<Credential | undefined>
  /** Whether the password is sealed under an older key. Only for a session that was opened. */
  isOutdated(session: SignedInSession): boolean
}

/** What of a session holds its password. */
type SealedSession = Pick<SignedInSession, 'loginName' | 'authorizationId' | 'password'>

interface PasswordSealOptions {
  readonly seal: Seal
  readonly mailHost: string
  /** Reads the keys again, where other instances may make new ones. */
  readonly refreshKeys: (() => Promise<void>) | undefined
  /** Calls back whenever the keys were read again. */
  readonly onKeysRead: (listener: () => void) => void
  readonly log: Pick<Logger, 'error'>
}

const RETRY_SECONDS = 2

/** Opened credentials are remembered as long as the parsed session object lives, about two seconds, and the keys are the same. */
export function createPasswordSeal(options: PasswordSealOptions): PasswordSeal {
  const { seal, mailHost, refreshKeys, onKeysRead, log } = options
  let opened = new WeakMap<SealedSession, Credential>()
  let outdated = new WeakSet<SealedSession>()
  onKeysRead(() => {
    opened = new WeakMap()
    outdated = new WeakSet()
  })

  async function openOrNone(sealed: string, owner: SealOwner): Promise<string | undefined> {
    const first = attempt(sealed, owner)
    if (typeof first === 'string') return first
    if (first.reason === 'damaged' || refreshKeys === undefined) return undefined

    // Another instance may seal under a key that was made since ours were read.
    await refreshKeys()
    const second = attempt(sealed, owner)
    if (typeof second === 'string') return second
    if (second.reason !== 'key_not_here') return undefined
    log.error({}, 'a session is sealed under a key that is not in credentialsDir yet')
    throw new Refusal('store_unavailable', { cause: second, retryAfterSeconds: RETRY_SECONDS })
  }

  function attempt(sealed: string, owner: SealOwner): string | SealBroken {
    try {
      return seal.open(sealed, owner)
    } catch (error) {
      if (error instanceof SealBroken) return error
      throw error
    }
  }

  return {
    seal: (sessionId, credential) =>
      seal.seal(credential.password, { sessionId, username: credential.user, host: mailHost }),
    async open(sessionId, session) {
      const cached = opened.get(session)
      if (cached !== undefined) return cached
      const { loginName, authorizationId } = session
      const owner = { sessionId, username: loginName, host: mailHost }
      const password = await openOrNone(session.password, owner)
      if (password === undefined) return undefined
      const credential = { user: loginName, password, authorizationId }
      opened.set(session, credential)
      if (seal.needsReseal(session.password)) outdated.add(session)
      return credential
    },
    isOutdated: (session) => outdated.has(session),
  }
}

/**
 * After a rotation of the keys: seals the password of a session under the newest one, at its next
 * request. A store that cannot take it now leaves the old seal, which still opens.
 */
export async function resealPassword(
  session: OpenSession,
  current: SignedInSession,
  { credential, seal }: { readonly credential: Credential; readonly seal: PasswordSeal },
): Promise<void> {
  try {
    await session.update({ ...current, password: seal.seal(session.id, credential) })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}
