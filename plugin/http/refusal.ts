/**
 * An expected "no": the request was understood and is refused. The code is in the table below,
 * which is the only place that maps refusals to HTTP.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  /** Seconds until the same request may succeed; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** What of the request is refused, as the owner wrote it: e.g. one of the addresses. */
  readonly about: string | undefined
  /** Why, in the words of a server that refused it: one line, bounded, of any characters. */
  readonly serverText: string | undefined
  /** Of `input_invalid`: which field of the input, and why. */
  readonly field: { readonly path: string; readonly problem: string } | undefined

  constructor(
    code: RefusalCode,
    options: {
      readonly cause?: unknown
      readonly retryAfterSeconds?: number
      readonly about?: string | undefined
      readonly serverText?: string | undefined
      readonly field?: { readonly path: string; readonly problem: string }
    } = {},
  ) {
    super(code, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds ?? defaultRetry(code)
    this.about = options.about
    this.field = options.field
    this.serverText = options.serverText && oneLine(options.serverText)
  }
}

const MAX_SERVER_TEXT = 300

/** Without control characters, and what would turn the text around it. */
function oneLine(text: string): string | undefined {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line === '' ? undefined : line.slice(0, MAX_SERVER_TEXT)
}

/** A 503 always says when to come back. */
function defaultRetry(code: RefusalCode): number | undefined {
  return refusals[code].status === 503 ? RETRY_SECONDS : undefined
}

const RETRY_SECONDS = 2

interface RefusalRow {
  readonly status: number
}

/**
 * Every refusal with its HTTP status; its text for the mailbox owner is in the file of each language (plugin/texts).
 * `signed_out` codes make the page offer to sign in again.
 */
export const refusals = {
  // gate
  framing_ambiguous: { status: 400 },
  headers_too_many: { status: 431 },
  path_refused: { status: 400 },
  host_refused: { status: 400 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  body_too_large: { status: 413 },
  body_malformed: { status: 400 },
  // panel session (plugin/panel)
  segment_missing: { status: 401 },
  segment_malformed: { status: 401 },
  segment_mismatch: { status: 401 },
  cookie_missing: { status: 401 },
  cookie_malformed: { status: 401 },
  session_unknown: { status: 401 },
  signature_unknown: { status: 403 },
  session_preauth: { status: 401 },
  session_expired: { status: 401 },
  ip_changed: { status: 401 },
  tfa_required: { status: 401 },
  not_a_mailbox: { status: 403 },
  inconsistent: { status: 401 },
  panel_unavailable: { status: 503 },
  // webmail session
  not_signed_in: { status: 401 },
  session_replaced: { status: 401 },
  token_mismatch: { status: 403 },
  cookie_needs_tls: { status: 403 },
  origin_refused: { status: 403 },
  // sign-in
  sign_in_failed: { status: 401 },
  other_signed_in: { status: 409 },
  sign_in_locked: { status: 429 },
  sign_in_busy: { status: 429 },
  // second factor
  second_factor_wrong: { status: 422 },
  second_factor_expired: { status: 422 },
  second_factor_exists: { status: 409 },
  second_factor_unreadable: { status: 500 },
  second_factor_needed: { status: 401 },
  second_factor_required: { status: 403 },
  passkey_refused: { status: 422 },
  passkeys_full: { status: 409 },
  passkeys_unavailable: { status: 409 },
  // own password
  password_wrong: { status: 422 },
  password_too_short: { status: 422 },
  password_not_accepted: { status: 422 },
  password_change_failed: { status: 502 },
  // input and mail
  input_invalid: { status: 400 },
  mailbox_not_found: { status: 404 },
  mailbox_exists: { status: 409 },
  mailbox_refused: { status: 422 },
  mailbox_damaged: { status: 502 },
  message_unreadable: { status: 502 },
  mail_refused: { status: 502 },
  mail_not_understood: { status: 502 },
  trash_missing: { status: 409 },
  delete_unconfirmed: { status: 409 },
  folder_name_invalid: { status: 422 },
  too_many_messages: { status: 422 },
  mailbox_replaced: { status: 409 },
  message_not_found: { status: 404 },
  picture_too_large: { status: 422 },
  recipient_invalid: { status: 422 },
  recipients_too_many: { status: 422 },
  recipient_refused: { status: 422 },
  recipient_deferred: { status: 422 },
  address_not_ascii: { status: 422 },
  sender_unknown: { status: 422 },
  address_not_allowed: { status: 422 },
  attachments_gone: { status: 409 },
  identity_gone: { status: 409 },
  template_gone: { status: 409 },
  settings_full: { status: 507 },
  send_deferred: { status: 422 },
  send_rejected: { status: 422 },
  send_uncertain: { status: 409 },
  already_sent: { status: 409 },
  draft_changed: { status: 409 },
  not_sent: { status: 409 },
  over_quota: { status: 507 },
  outbox_unavailable: { status: 422 },
  outbox_full: { status: 507 },
  outbox_missing: { status: 404 },
  waits_in_outbox: { status: 409 },
  send_canceled: { status: 409 },
  // filters
  filters_missing: { status: 404 },
  filters_unavailable: { status: 503 },
  filters_changed: { status: 409 },
  filter_refused: { status: 422 },
  filter_invalid: { status: 422 },
  filters_full: { status: 507 },
  forwarding_not_allowed: { status: 422 },
  // contacts
  contact_not_found: { status: 404 },
  contact_changed: { status: 409 },
  contact_too_large: { status: 422 },
  group_exists: { status: 409 },
  contacts_full: { status: 507 },
  contact_file_unreadable: { status: 422 },
  contact_file_too_large: { status: 422 },
  address_book_unavailable: { status: 502 },
  address_book_refused: { status: 502 },
  address_book_partly_saved: { status: 502 },
  photo_unreadable: { status: 422 },
  // busy
  store_unavailable: { status: 503 },
  mail_unavailable: { status: 503 },
  mail_busy: { status: 503 },
  mail_answer_too_large: { status: 502 },
  mail_timeout: { status: 504 },
  upstream_unavailable: { status: 502 },
  timed_out: { status: 504 },
  shutting_down: { status: 503 },
  internal: { status: 500 },
} as const satisfies Record<string, RefusalRow>

export type RefusalCode = keyof typeof refusals
