import type { RequestName } from '../log/request-name.ts'
import type { RequestTrace } from './request-trace.ts'
import type { RequestDeadline } from './request-deadline.ts'

/** Whose request it is, as far as the socket tells. */
export interface RequestContext {
  /** By the trusted-proxy rule. */
  readonly clientIp: string
  /** Eight random hex digits, the same in every log line of this request (spec 7). */
  readonly requestId: string
  /** How the error log names it, also later for what it wrote. */
  readonly name: RequestName
  /** Aborted when the client goes away or the time limit is over. */
  readonly signal: AbortSignal
  /** Reads the body, whose time does not count: only its silence is limited. */
  readonly receive: RequestDeadline['receive']
  /** Gives the work more time than others have. */
  readonly allow: RequestDeadline['allow']
  /** Where the time of this request goes. */
  readonly trace: RequestTrace
}
