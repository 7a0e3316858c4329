/**
 * An expected "no": the request was understood and is refused. The code stands in the table below,
 * which is the only place that maps refusals to HTTP and to words a mailbox owner can read.
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
    this.retryAfterSeconds = options.retryAfterSeconds ?? usualRetry(code)
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
function usualRetry(code: RefusalCode): number | undefined {
  return refusals[code].status === 503 ? RETRY_SECONDS : undefined
}

const RETRY_SECONDS = 2

/** The words for the mailbox owner; they name what is refused where that is known. */
export function messageOf({ code, about }: Pick<Refusal, 'code' | 'about'>): string {
  const row: RefusalRow = refusals[code]
  return about === undefined ? row.message : (row.messageAbout?.(about) ?? row.message)
}

interface RefusalRow {
  readonly status: number
  /** Shown to the mailbox owner: plain words, no internals. */
  readonly message: string
  readonly messageAbout?: (about: string) => string
}

/** Every refusal with its HTTP status and its user text. `signed_out` codes make the page offer to sign in again. */
export const refusals = {
  // gate
  framing_ambiguous: { status: 400, message: 'The request was malformed and was not processed.' },
  headers_too_many: { status: 431, message: 'The request had more headers than are accepted.' },
  path_refused: { status: 400, message: 'This address is not valid.' },
  host_refused: { status: 400, message: 'The request named more than one host.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not accept that kind of request.',
  },
  body_too_large: { status: 413, message: 'The upload is too large.' },
  body_malformed: { status: 400, message: 'The request could not be read.' },
  // panel session (plugin/panel)
  segment_missing: { status: 401, message: 'Open webmail from your control panel.' },
  segment_malformed: { status: 401, message: 'Open webmail from your control panel.' },
  segment_mismatch: {
    status: 401,
    message:
      'This page belongs to another panel session. Open webmail from your control panel again.',
  },
  cookie_missing: { status: 401, message: 'Sign in to your control panel first.' },
  cookie_malformed: { status: 401, message: 'Sign in to your control panel first.' },
  session_unknown: {
    status: 401,
    message: 'Your control panel session has ended. Sign in to the panel again.',
  },
  signature_unknown: {
    status: 403,
    message:
      'Your control panel and this webmail do not know each other. Please tell the administrator.',
  },
  session_preauth: { status: 401, message: 'Finish signing in to your control panel first.' },
  session_expired: {
    status: 401,
    message: 'Your control panel session has ended. Sign in to the panel again.',
  },
  ip_changed: { status: 401, message: 'Your IP address has changed. Please log in again' },
  tfa_required: {
    status: 401,
    message: 'Finish the two-factor authentication of your control panel.',
  },
  not_a_mailbox: { status: 403, message: 'This panel login has no mailbox.' },
  inconsistent: {
    status: 401,
    message: 'Your control panel session could not be verified. Sign in to the panel again.',
  },
  panel_unavailable: { status: 503, message: 'The control panel does not answer. Trying again.' },
  // webmail session
  not_signed_in: { status: 401, message: 'Your session has ended. Sign in again to go on.' },
  session_replaced: {
    status: 401,
    message: 'Another sign-in took the place of this one in this browser.',
  },
  token_mismatch: {
    status: 403,
    message: 'The request could not be verified. Reload the page and try again.',
  },
  cookie_needs_tls: {
    status: 403,
    message:
      'This page was opened without encryption, and signing in can not work so. Open it with https:// in front.',
  },
  origin_refused: { status: 403, message: 'The request came from another site and was refused.' },
  // sign-in
  sign_in_failed: { status: 401, message: 'Login failed. Check the address and the password.' },
  other_signed_in: {
    status: 409,
    message:
      'Somebody is signed in in this browser already, in another tab. Sign in here to take their place; that tab then has to sign in again.',
  },
  sign_in_locked: {
    status: 429,
    message: 'Too many failed attempts. Wait a little and try again.',
  },
  sign_in_busy: {
    status: 429,
    message: 'Too many sign-ins to this mailbox are under way. Wait a little and try again.',
  },
  // second factor
  second_factor_wrong: {
    status: 422,
    message: 'This code is not correct, or was used already. Wait for the next one.',
  },
  second_factor_expired: {
    status: 422,
    message: 'This took too long. Start again.',
  },
  second_factor_exists: {
    status: 409,
    message: 'Codes are set up already. Turn them off first.',
  },
  second_factor_unreadable: {
    status: 500,
    message: 'Your codes cannot be checked. Please tell the administrator.',
  },
  second_factor_needed: {
    status: 401,
    message: 'Two-factor authentication is on. Sign in on the web page.',
  },
  second_factor_required: {
    status: 403,
    message:
      'Two-factor authentication is required here and not set up yet. Sign in on the web page to set it up.',
  },
  passkey_refused: { status: 422, message: 'This passkey could not be used. Try again.' },
  passkeys_full: {
    status: 409,
    message: 'There are as many passkeys as are allowed. Remove one first.',
  },
  passkeys_unavailable: { status: 409, message: 'Passkeys cannot be used at this address.' },
  // own password
  password_wrong: { status: 422, message: 'The current password is not correct.' },
  password_too_short: { status: 422, message: 'The new password is too short.' },
  password_not_accepted: {
    status: 422,
    message: 'The new password was not accepted. Choose another one.',
    messageAbout: (reason) => `The new password was not accepted: ${reason}`,
  },
  password_change_failed: {
    status: 502,
    message:
      'The password could not be changed. If signing in fails later, try the new one as well.',
  },
  // input and mail
  input_invalid: { status: 400, message: 'The request could not be understood.' },
  mailbox_not_found: { status: 404, message: 'This folder no longer exists.' },
  mailbox_exists: { status: 409, message: 'There is a folder of this name already.' },
  mailbox_refused: {
    status: 422,
    message: 'The mail server does not allow this for this folder.',
    messageAbout: (mailbox) => `The mail server does not allow this for the folder “${mailbox}”.`,
  },
  mailbox_damaged: {
    status: 502,
    message: 'The mail server says that this folder is damaged. Please tell the administrator.',
  },
  message_unreadable: {
    status: 502,
    message: 'The mail server cannot read this message.',
  },
  mail_refused: {
    status: 502,
    message: 'The mail server refused this without a reason that can be shown.',
  },
  mail_not_understood: {
    status: 502,
    message: 'The mail server did not understand what was asked. Please tell the administrator.',
  },
  trash_missing: {
    status: 409,
    message: 'There is no trash folder. Nothing was deleted.',
  },
  delete_unconfirmed: {
    status: 409,
    message: 'Here messages are deleted for good. Nothing was deleted yet; try again.',
  },
  folder_name_invalid: {
    status: 422,
    message: 'This cannot be the name of a folder.',
    messageAbout: (signs) => `The name of a folder cannot contain ${signs}`,
  },
  too_many_messages: {
    status: 422,
    message: 'These are too many messages at once. Narrow the search.',
  },
  mailbox_replaced: {
    status: 409,
    message:
      'This folder was replaced by a new one of the same name. Nothing was done; look again.',
  },
  message_not_found: { status: 404, message: 'This message no longer exists.' },
  recipient_invalid: {
    status: 422,
    message: 'One of the addresses is not valid.',
    messageAbout: (recipient) => `This is not a valid address: ${recipient}`,
  },
  recipients_too_many: {
    status: 422,
    message: 'This message has more recipients than one may have.',
    messageAbout: (limit) => `A message can have at most ${limit} recipients.`,
  },
  recipient_refused: {
    status: 422,
    message: 'The mail server does not accept one of the recipients. Nothing was sent.',
    messageAbout: (recipient) =>
      `The mail server does not accept ${recipient} as a recipient. Nothing was sent.`,
  },
  recipient_deferred: {
    status: 422,
    message: 'The mail server does not accept one of the recipients just now. Nothing was sent.',
    messageAbout: (recipient) =>
      `The mail server does not accept ${recipient} as a recipient just now. Nothing was sent.`,
  },
  sender_unknown: {
    status: 422,
    message:
      'Your sign-in name has no mail domain, so nothing can be sent. Please tell the administrator.',
  },
  address_not_allowed: {
    status: 422,
    message: 'You may not write as this address.',
    messageAbout: (address) => `You may not write as ${address}.`,
  },
  attachments_gone: {
    status: 409,
    message:
      'What is attached was in a message or draft that was deleted or moved elsewhere. Remove it here and attach it again.',
  },
  identity_gone: { status: 409, message: 'This identity was removed. Choose another one.' },
  template_gone: { status: 409, message: 'This template was removed meanwhile.' },
  settings_full: { status: 507, message: 'There is no room for more of your settings.' },
  send_deferred: {
    status: 422,
    message: 'The mail server does not accept this message just now. Nothing was sent.',
  },
  send_rejected: { status: 422, message: 'The mail server did not accept this message.' },
  send_uncertain: {
    status: 409,
    message: 'It is not certain whether this message was delivered.',
  },
  already_sent: {
    status: 409,
    message: 'This message was sent as it was before it was changed.',
  },
  not_sent: { status: 409, message: 'This message is not known to be sent.' },
  over_quota: { status: 507, message: 'The mailbox is full.' },
  // contacts
  contact_not_found: { status: 404, message: 'This contact no longer exists.' },
  contact_changed: {
    status: 409,
    message: 'A contact was changed elsewhere meanwhile. Nothing was done; look again.',
  },
  contact_too_large: { status: 422, message: 'This is too much for one contact.' },
  group_exists: { status: 409, message: 'There is a group of this name already.' },
  contacts_full: { status: 507, message: 'There is no room for more contacts. Nothing was kept.' },
  contact_file_unreadable: {
    status: 422,
    message:
      'This file has no contacts that could be read. Files of the kinds vCard (.vcf), CSV and LDIF can be imported.',
  },
  contact_file_too_large: {
    status: 422,
    message: 'This file has too many contacts. Nothing was imported.',
  },
  address_book_unavailable: {
    status: 502,
    message:
      'The server of the address book does not answer. Nothing was changed; what you entered is still here.',
  },
  address_book_refused: {
    status: 502,
    message:
      'The server of the address book does not accept your password, or does not allow the change. Nothing was changed; what you entered is still here.',
  },
  address_book_partly_saved: {
    status: 502,
    message:
      'The server of the address book did not take all of it: some of the contacts are saved and some are not.',
    messageAbout: (names) =>
      `The server of the address book did not take all of it: some of the contacts are saved. Not saved: ${names}`,
  },
  photo_unreadable: { status: 422, message: 'This picture can not be used for a contact.' },
  // busy
  store_unavailable: {
    status: 503,
    message: 'Your session could not be read just now. Trying again.',
  },
  mail_unavailable: {
    status: 503,
    message: 'The mail server does not answer just now. Trying again.',
  },
  mail_busy: { status: 503, message: 'The mail server is busy. Trying again.' },
  mail_answer_too_large: {
    status: 502,
    message: 'The mail server sent an answer that is too large to be read.',
  },
  mail_timeout: { status: 504, message: 'The mail server took too long to answer.' },
  upstream_unavailable: {
    status: 502,
    message: 'The service behind this address does not answer.',
  },
  timed_out: { status: 504, message: 'This took too long and was stopped.' },
  shutting_down: { status: 503, message: 'The service is restarting. Trying again.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, RefusalRow>

export type RefusalCode = keyof typeof refusals
