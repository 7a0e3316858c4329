import type { RequestServices } from '../request/services.ts'
import type { PanelCredential, Principal } from '../panel/adapter/panel.ts'
import type { Login } from '../sign-in/sign-in.ts'
import { signInSession } from './sign-in-session.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'

/**
 * Signs in with the credential the panel hands over, so that nobody types a second password.
 * Undefined when the panel has none to give. Throws what signing in throws.
 */
export async function signInByPanel(
  request: TrustedRequest,
  services: RequestServices,
): Promise<SignedInRequest | undefined> {
  const given = await services.panel.credential(request.principal, request.context.signal)
  switch (given.kind) {
    case 'prompt':
      return undefined
    case 'panel':
    case 'master':
      return signInSession(panelLoginOf(given, request.principal), request, services)
  }
}

/** The login of somebody who types mailbox and password. */
export function ownLogin(mailbox: string, password: string): Login {
  return { owner: mailbox, credential: { user: mailbox, password, authorizationId: undefined } }
}

/** The panel names the mailbox; the login name it hands over may be a temporary or a master user's. */
function panelLoginOf(given: PanelLogin, { subject }: Principal): Login {
  const { user, password } = given
  const authorizationId = given.kind === 'master' ? given.authorizationId : undefined
  return { owner: subject ?? user, credential: { user, password, authorizationId } }
}

type PanelLogin = Exclude<PanelCredential, { readonly kind: 'prompt' }>
