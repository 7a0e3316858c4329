import type { RequestServices } from '../request/services.ts'
import { checkRequestToken } from '../session/request-token.ts'
import type { GatewayResponse } from '../response/respond.ts'
import { presentedToken, type TrustedRequest } from '../request/trusted-request.ts'

/** Ends the session for good: a tombstone stays, and the old cookie opens nothing (spec 5; plugin/docs/architecture.md). */
export async function handleLogout(
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  const { current } = request.session
  if (current?.kind === 'signed-in') {
    checkRequestToken(current.requestToken, presentedToken(request))
    await request.session.end()
  }
  return { kind: 'redirect', location: services.config.panel.homePath ?? './index.php?_task=login' }
}
