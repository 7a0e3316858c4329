import type { Context } from 'koa'
import type { DocumentOwner, RequestOrigin } from '../../store/index.ts'
import type { Location } from '../gate/location.ts'
import type { Parameters } from '../http/body/parameters.ts'
import type { RefusalCode } from '../http/refusal.ts'
import type { RequestDeadline } from '../http/request-deadline.ts'
import type { RequestTrace } from '../http/request-trace.ts'
import type { PostedRoute } from '../log/request-name.ts'
import type { Principal } from '../panel/adapter/panel.ts'
import type { OpenSession, SignedInOpenSession } from '../session/open-session.ts'
import type { Dialect } from '../wire/dialect.ts'

/** Whose request it is, as far as the socket tells. */
export interface RequestContext {
  /** By the trusted-proxy rule. */
  readonly clientIp: string
  /** Eight random hex digits, the same in every log line of this request (spec 7). */
  readonly requestId: string
  /** How the error log names it, also later for what it wrote (spec 7). */
  readonly name: RequestOrigin
  /** The query of its target, parsed once. */
  readonly query: URLSearchParams
  /** For what answers a failure, which may come from outside of the steps, such as the end of the process. */
  readonly client: Client
  /** Aborted when the client goes away or the time limit is over. */
  readonly signal: AbortSignal
  /** Reads the body, whose time does not count: only its silence is limited. */
  readonly receive: RequestDeadline['receive']
  /** Gives the work more time than others have. */
  readonly allow: RequestDeadline['allow']
  /** Where the time of this request goes. */
  readonly trace: RequestTrace
}

/**
 * What it takes to answer a failure at any step, as far as the steps have found it out. No step reads it: what one has to know of
 * another is in the TrustedRequest.
 */
export interface Client {
  /** By the query until the body is read, which may name it as well. */
  dialect: Dialect
  /** What the body says, once it is read: lines about a POST name its action. */
  posted?: PostedRoute
  /** The sign-in form that reports what went wrong, whatever the dialect; there is none before a user signs in. */
  formFor?: (error: RefusalCode, requestId: string, serverText?: string) => string
  /** The language the panel shows itself in, where it says so. */
  locale?: string | undefined
  /** Whose session it is, also while it waits for their second factor. */
  owner?: DocumentOwner | undefined
  /** The mailbox that a user signs in to, for the error log. */
  signsInTo?: string
}

/** A request that passed the gate, with everything the steps before learned. */
export interface TrustedRequest {
  readonly ctx: Context
  readonly location: Location
  readonly principal: Principal
  readonly session: OpenSession
  /** Whose session it is, also while it waits for their second factor. */
  readonly owner: DocumentOwner | undefined
  readonly parameters: Parameters
  readonly dialect: Dialect
  readonly context: RequestContext
}

/** A request of a signed-in user. */
export interface SignedInRequest extends TrustedRequest {
  readonly session: SignedInOpenSession
}
