import type { House } from '../house.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { signInSession } from './sign-in-session.ts'
import type { TrustedRequest } from './request.ts'

/**
 * Signs in with the credential the panel hands over, so that nobody types a second password.
 * Undefined when the panel has none to give. Throws what signing in throws.
 */
export async function signInHandedOver(
  request: TrustedRequest,
  house: House,
): Promise<SignedInSession | undefined> {
  const given = await house.panel.credential(request.principal, request.visitor.signal)
  switch (given.kind) {
    case 'prompt':
      return undefined
    case 'panel':
      return signInSession(
        { user: given.user, password: given.password, authorizationId: undefined },
        request,
        house,
      )
    case 'master':
      return signInSession(
        { user: given.user, password: given.password, authorizationId: given.authorizationId },
        request,
        house,
      )
  }
}
