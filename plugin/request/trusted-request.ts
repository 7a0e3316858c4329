import type { Context } from 'koa'
import type { Parameters } from '../http/body/parameters.ts'
import type { Location } from '../gate/location.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import type { OpenSession, SignedInOpenSession } from '../session/open-session.ts'

/** A request that passed the gate, with everything the steps before learned. */
export interface TrustedRequest {
  readonly ctx: Context
  readonly location: Location
  readonly principal: Principal
  readonly session: OpenSession
  readonly parameters: Parameters
  readonly context: RequestContext
}

/** A request of somebody signed in. */
export interface SignedInRequest extends TrustedRequest {
  readonly session: SignedInOpenSession
}

/** The token a request presents: in the header of Roundcube's front end and ours, or in the form. */
export function presentedToken({ ctx, parameters }: TrustedRequest): string | undefined {
  const header = ctx.get('x-roundcube-request')
  return header === '' ? parameters.get('_token') : header
}
