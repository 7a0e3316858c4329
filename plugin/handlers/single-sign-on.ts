import type { House } from '../request/services.ts'
import type { PanelCredential, Principal } from '../panel/adapter/panel.ts'
import type { Login } from '../sign-in/sign-in.ts'
import { signInSession } from './sign-in-session.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'

/**
 * Signs in with the credential the panel hands over, so that nobody types a second password.
 * Undefined when the panel has none to give. Throws what signing in throws.
 */
export async function signInHandedOver(
  request: TrustedRequest,
  house: House,
): Promise<SignedInRequest | undefined> {
  const given = await house.panel.credential(request.principal, request.visitor.signal)
  switch (given.kind) {
    case 'prompt':
      return undefined
    case 'panel':
    case 'master':
      return signInSession(handedOverLogin(given, request.principal), request, house)
  }
}

/** The login of somebody who types mailbox and password. */
export function ownLogin(mailbox: string, password: string): Login {
  return { owner: mailbox, credential: { user: mailbox, password, authorizationId: undefined } }
}

/** The panel names the mailbox; the login name it hands over may be a temporary or a master user's. */
function handedOverLogin(given: HandedOver, { subject }: Principal): Login {
  const { user, password } = given
  const authorizationId = given.kind === 'master' ? given.authorizationId : undefined
  return { owner: subject ?? user, credential: { user, password, authorizationId } }
}

type HandedOver = Exclude<PanelCredential, { readonly kind: 'prompt' }>
