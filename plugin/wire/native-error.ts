import { refusals, type RefusalCode } from '../refusal.ts'
import { NATIVE_TYPE, type NativeError } from './native-types.ts'
import type { WireAnswer } from './wire-answer.ts'

/** A refused or failed request as our own page reads it. */
export function renderNativeError({
  code,
  requestId,
  retryAfterSeconds,
}: {
  readonly code: RefusalCode
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined
}): WireAnswer {
  const { status, message } = refusals[code]
  const error: NativeError = {
    kind: 'error',
    code,
    message,
    retry: TRANSIENT.has(code),
    retryAfterSeconds: retryAfterSeconds ?? null,
    requestId,
  }
  return { status, type: NATIVE_TYPE, body: JSON.stringify({ version: 1, ...error }) }
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
])
