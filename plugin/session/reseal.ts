import type { Credential } from '../../proxy/mail/index.ts'
import { StoreUnavailable } from '../../store/index.ts'
import type { OpenSession } from './open-session.ts'
import type { PasswordSeal } from './password-seal.ts'
import type { SignedInSession } from './webmail-session.ts'

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
