import { escapeHtml } from '../../http/escape.ts'
import { refusals, type RefusalCode } from '../../http/refusal.ts'
import { refusalText } from '../../texts/server-texts.ts'
import { envelope } from './encode.ts'
import { execLine } from './exec.ts'
import type { EncodedResponse } from '../encoded-response.ts'

/** A request of Roundcube's front end that was refused or failed. */
export interface RoundcubeFailure {
  readonly code: RefusalCode
  /** Why, in the words of the server that refused it. */
  readonly serverText?: string | undefined
  /** The action requested: a response under another name breaks the front end. */
  readonly action: string
  readonly unlock: string | undefined
  /** Path of the webmail with its segment, e.g. `/cpsess0228251236/3rdparty/roundcube/`. */
  readonly mount: string
}

/**
 * What the front end can show of a failure (plugin/docs/protocol.md): the same shapes as Roundcube's, but
 * never an outage as an empty mailbox or as counts of zero. The page keeps what it has.
 */
export function renderRoundcubeError(failure: RoundcubeFailure): EncodedResponse {
  const { code, action, unlock } = failure
  if (code === 'token_mismatch' || code === 'origin_refused') return INVALID_REQUEST
  return {
    status: statusOf(code),
    type: 'application/json; charset=UTF-8',
    body: envelope({ action, unlock, exec: failureLines(failure) }),
  }
}

/** The front end answers a 403 by loading the page again, which brings the right token. */
const INVALID_REQUEST: EncodedResponse = {
  status: 403,
  type: 'text/html; charset=UTF-8',
  body: 'Invalid Request',
}

/**
 * 200, because the front end evaluates `exec` of nothing else. A store that does not answer is 503
 * (plugin/docs/architecture.md): nothing of the session is known then, and a balancer may know a better process.
 */
function statusOf(code: RefusalCode): number {
  return code === 'store_unavailable' || code === 'shutting_down' ? refusals[code].status : 200
}

function failureLines({ code, serverText, mount }: RoundcubeFailure): string {
  const { status } = refusals[code]
  const errorText = refusalText({ code, about: undefined }, 'en')
  // The front end shows it as HTML.
  const message = serverText === undefined ? errorText : `${errorText}<br>${escapeHtml(serverText)}`
  const sessionLost = execLine('session_error', `${mount}?_task=login&_err=session`)
  if (code === 'not_signed_in') return sessionLost
  if (status === 401) return execLine('display_message', message, 'error', -1000) + sessionLost
  return execLine('display_message', message, 'error', 0)
}
