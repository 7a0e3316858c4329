import type { RequestServices } from '../request/services.ts'
import type { Route } from '../request/route.ts'
import { RequestFailed, dialectOf } from '../request/dialect.ts'
import { handleEvents } from './events.ts'
import { handleLogin } from './login.ts'
import { handleLogout } from './logout.ts'
import { handleMail } from './mail.ts'
import { handlePage } from './page.ts'
import type { GatewayResponse } from '../request/reply.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/** Answers a request that passed the gate. A failure carries along how the request wanted to be answered. */
export async function dispatch(
  route: Route,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  request.context.trace.isAction(route.kind === 'mail' ? route.action.name : route.kind)
  try {
    return await handleRoute(route, request, services)
  } catch (error) {
    const { ctx, parameters, location } = request
    throw new RequestFailed(dialectOf(ctx, parameters, location.mount), error)
  }
}

function handleRoute(
  route: Route,
  request: TrustedRequest,
  services: RequestServices,
): Promise<GatewayResponse> {
  switch (route.kind) {
    case 'page':
      return handlePage(request, services)
    case 'login':
      return handleLogin(request, services)
    case 'logout':
      return handleLogout(request, services)
    case 'events':
      return handleEvents(request, services)
    case 'mail':
      return handleMail(route.action, request, services)
  }
}
