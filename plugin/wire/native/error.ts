import { refusals, type Refusal, type RefusalCode } from '../../http/refusal.ts'
import type { Language } from '../../language/language.ts'
import { refusalText } from '../../texts/server-texts.ts'
import { NATIVE_TYPE, NATIVE_VERSION } from './media-type.ts'
import type { NativeError } from './types.ts'
import type { EncodedResponse } from '../encoded-response.ts'

/** A refused or failed request as our own page reads it. */
export function renderNativeError(
  refusal: Refusal,
  requestId: string,
  language: Language = 'en',
): EncodedResponse {
  const { code, retryAfterSeconds, serverText, about, field } = refusal
  const message = refusalText(refusal, language)
  const error: NativeError = {
    kind: 'error',
    code,
    message: serverText === undefined ? message : `${message}\n${serverText}`,
    retry: TRANSIENT.has(code),
    retryAfterSeconds: retryAfterSeconds ?? null,
    requestId,
    ...(about === undefined ? {} : { about }),
    ...(field === undefined ? {} : { field }),
  }
  return {
    status: refusals[code].status,
    type: NATIVE_TYPE,
    body: JSON.stringify({ version: NATIVE_VERSION, ...error }),
  }
}

/** The same request may succeed soon: the page keeps what it has and tries again. */
const TRANSIENT: ReadonlySet<RefusalCode> = new Set([
  'panel_unavailable',
  'store_unavailable',
  'mail_unavailable',
  'mail_busy',
  'mail_timeout',
  'upstream_unavailable',
  'timed_out',
  'shutting_down',
  'sign_in_locked',
  'sign_in_busy',
])
