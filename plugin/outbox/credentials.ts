import type { Credential } from '../../proxy/mail/index.ts'
import type { DocumentOwner, SessionStore } from '../../store/index.ts'
import type { OwnerSessions } from '../session/owner-sessions.ts'
import type { PasswordSeal } from '../session/password-seal.ts'
import { fromVariables } from '../session/webmail-session.ts'
import type { StoredCredential } from './outbox-message.ts'

/** How the outbox signs in for owners who are not there. */
export interface OutboxCredentials {
  /** What of a credential is stored with a message; undefined: nothing. */
  toStore(credential: Credential): StoredCredential | undefined
  /** With what a message is sent; undefined: its owner must sign in first. Throws StoreUnavailable. */
  find(owner: DocumentOwner, stored: StoredCredential | undefined): Promise<Credential | undefined>
}

interface CredentialsOptions {
  /** `signIn.outboxCredentials`. */
  readonly mayStore: () => boolean
  /** Of a user who may sign in for everybody. */
  readonly masterPassword: string | undefined
  readonly ownerSessions: Pick<OwnerSessions, 'list'>
  readonly sessions: Pick<SessionStore, 'load'>
  readonly seal: Pick<PasswordSeal, 'open'>
}

/** A stored credential first; else that of a session that lives. */
export function createOutboxCredentials(options: CredentialsOptions): OutboxCredentials {
  const { masterPassword, ownerSessions, sessions, seal } = options

  async function ofSession(owner: DocumentOwner): Promise<Credential | undefined> {
    for (const { id } of (await ownerSessions.list(owner)).sessions) {
      const record = await sessions.load(id)
      const session = record && fromVariables(record.variables)
      if (session?.kind !== 'signed-in') continue
      const credential = await seal.open(id, session)
      if (credential !== undefined) return credential
    }
    return undefined
  }

  return {
    toStore(credential) {
      if (masterPassword !== undefined && credential.password === masterPassword) {
        return { ...credential, password: undefined }
      }
      return options.mayStore() ? credential : undefined
    },
    async find(owner, stored) {
      if (stored === undefined) return ofSession(owner)
      const password = stored.password ?? masterPassword
      return password === undefined ? ofSession(owner) : { ...stored, password }
    },
  }
}
