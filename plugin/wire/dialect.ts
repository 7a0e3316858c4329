import type { Action } from '../actions/index.ts'
import type { MailboxName } from '../../proxy/mail/index.ts'
import type { Parameters } from '../http/body/parameters.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Language } from '../language/language.ts'
import { decodeJson } from './native/decode.ts'
import { renderNative, type NativeResult } from './native/encode.ts'
import { renderNativeError } from './native/error.ts'
import { NATIVE_TYPE } from './native/media-type.ts'
import { roundcubeDecoder, withDecodedNames } from './roundcube/decode.ts'
import { isRoundcubeResult, renderRoundcube, type RoundcubeSetting } from './roundcube/encode.ts'
import { renderRoundcubeError } from './roundcube/error.ts'
import { optionalMailboxName } from './roundcube/fields.ts'
import type { EncodedResponse } from './encoded-response.ts'

/** How a client writes its requests and is answered, also when one fails. Decided by `dialectOf` and nowhere else. */
export type Dialect = DataDialect | PageDialect

/** A program reads the response. */
type DataDialect =
  | { readonly wire: 'native' }
  | {
      readonly wire: 'roundcube'
      readonly action: string
      /** `_unlock`: the busy message the front end hides when the response comes. */
      readonly unlock: string | undefined
      readonly mount: string
    }

/** A user looks at the address in a browser; the parameters are those of our page. */
interface PageDialect {
  readonly wire: 'page'
}

/**
 * Notifies the clients apart: our page requests its type, Roundcube's front end marks its requests with
 * `_remote=1`. `mount` is the path of the webmail with its segment, `./` where that is not known.
 */
export function dialectOf(
  accept: string,
  parameters: Pick<Parameters, 'get'>,
  mount: string,
): Dialect {
  if (accept.includes(NATIVE_TYPE)) return { wire: 'native' }
  if (parameters.get('_remote') !== '1') return { wire: 'page' }
  return {
    wire: 'roundcube',
    action: parameters.get('_action') ?? '',
    unlock: parameters.get('_unlock'),
    mount,
  }
}

/**
 * The typed input of an action: from JSON, which is the body or `_input`, else from the parameters that Roundcube's front
 * end has for it (specification 4), anyone who asks. Throws Refusal('input_invalid').
 */
export function decodeInput(action: Action, parameters: Parameters, dialect: Dialect): unknown {
  const json = parameters.get('_input')
  const decodeForm = json === undefined ? roundcubeDecoder(action.name) : undefined
  return decodeForm === undefined
    ? decodeJson(action, json ?? '{}', parameters.inboxPrefix)
    : decodeForm(readable(parameters, dialect))
}

/** The mailbox whose events are requested. Throws Refusal('input_invalid'). */
export function decodeEvents(
  parameters: Parameters,
  dialect: Dialect,
): { readonly mailbox: MailboxName | undefined } {
  return { mailbox: optionalMailboxName(readable(parameters, dialect), '_mbox') }
}

/** The parameters with mailbox names in UTF-8. */
function readable(parameters: Parameters, dialect: Dialect): Parameters {
  return dialect.wire === 'roundcube' ? withDecodedNames(parameters) : parameters
}

/** A result as JSON. Results without a shape for Roundcube's front end are told in the native one. */
export function encodeResult(
  result: NativeResult,
  dialect: Dialect,
  setting: Omit<RoundcubeSetting, 'unlock'>,
): EncodedResponse {
  if (dialect.wire !== 'roundcube' || !isRoundcubeResult(result)) return renderNative(result)
  return renderRoundcube(result, { ...setting, unlock: dialect.unlock })
}

/** A refused or failed request as JSON; `language` is of the native one, whose page asks in it. */
export function encodeRefusal(
  refusal: Refusal,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
  dialect: DataDialect,
): EncodedResponse {
  return dialect.wire === 'native'
    ? renderNativeError(refusal, requestId, language)
    : renderRoundcubeError({ code: refusal.code, serverText: refusal.serverText, ...dialect })
}
