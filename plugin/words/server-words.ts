import type { RefusalCode } from '../http/refusal.ts'

/** What the server says itself, in one language. */
export interface ServerWords {
  readonly signIn: {
    readonly title: (productName: string) => string
    readonly address: string
    readonly password: string
    readonly submit: string
    /** Nobody tries again by itself here, as the mail page does. */
    readonly mailAway: string
    readonly mailBusy: string
    /** While an answer is waited for. */
    readonly mailSlow: string
    readonly code: string
    readonly codeNote: string
    readonly passkey: string
    readonly passkeyNote: string
    readonly passkeyFailed: string
    readonly otherAccount: string
    readonly help: string
    readonly privacy: string
    readonly legalNotice: string
    readonly reference: (requestId: string) => string
  }
  /** The page that sets the second factor up, and the one that shows the recovery codes. */
  readonly secondStep: {
    readonly title: string
    readonly required: string
    readonly scan: string
    readonly key: string
    readonly confirm: string
    readonly recoveryCodes: string
    readonly recoveryNote: string
    readonly copy: string
    readonly copied: string
    readonly download: string
    readonly print: string
    readonly recoveryKept: string
  }
  /** The page after a sign-out where the panel would sign in again by itself. */
  readonly signedOut: { readonly title: string; readonly note: string; readonly again: string }
  readonly errorPage: {
    readonly tryAgain: (seconds: number) => string
    readonly toPanel: string
    /** Into HTML: `requestId` is an element already. */
    readonly note: (status: number, requestId: string) => string
  }
  readonly mailPage: { readonly needsJavaScript: (productName: string) => string }
  readonly frame: { readonly tooHeavy: string }
  readonly archive: {
    /** Name of the file that says what an archive leaves out. */
    readonly fileName: string
    readonly leftOut: (parts: number) => string
  }
  /** The receipt that is sent to who asked for one. */
  readonly receipt: {
    readonly subject: (subject: string) => string
    readonly text: (reader: string, subject: string) => string
  }
  readonly quote: {
    /** The line above a quotation. */
    readonly wrote: (date: string, name: string) => string
    /** In the place of what is not quoted of a long message. */
    readonly cut: string
    readonly unknownDate: string
    readonly original: string
    readonly subject: string
    readonly date: string
    readonly from: string
    readonly to: string
    readonly cc: string
  }
}

/** The words of another language than English, whose refusals stand in their table (plugin/http/refusal.ts). */
export interface TranslatedWords extends ServerWords {
  readonly refusals: Readonly<Record<RefusalCode, string>>
  /** The refusals that name what is refused. */
  readonly refusalsAbout: Readonly<Record<RefusalAbout, (about: string) => string>>
}

/** Codes of refusals that name what is refused. */
export type RefusalAbout =
  | 'folder_name_invalid'
  | 'mailbox_refused'
  | 'recipient_invalid'
  | 'recipients_too_many'
  | 'recipient_refused'
  | 'recipient_deferred'
  | 'address_not_allowed'
  | 'password_not_accepted'
  | 'address_book_partly_saved'
