/** Why Roundcube answers a request. Each is a label of a metric. */
export type PassReason =
  /** No action that Postern answers. */
  | 'not_hot'
  /** By configuration: the action, or the whole accelerator for want of Roundcube's key. */
  | 'switched_off'
  /** Something in the request or the session means what we do not know. */
  | 'not_understood'
  /** No one signed in, or a cookie that is to be refused, or renewed in a way that was not seen yet. */
  | 'no_session'
  /** The request token is not that of the session. */
  | 'wrong_token'
  /** No response of Roundcube has shown yet how it writes this one for this session. */
  | 'not_learned'
  /** Messages came or went, or counts changed: Roundcube notifies the session. */
  | 'news'
  /** A row that two programs may show differently. */
  | 'row_not_plain'
  /** The mail server refused the password, of which Roundcube tells. */
  | 'password_refused'
  /** Too many sign-ins failed lately, or too many wait: the mail server is not asked by us. */
  | 'throttled'
  /** Our mail engine cannot read this mailbox at the moment. */
  | 'mail_failed'
  /** Our session store did not answer. */
  | 'store_failed'

/** The text that the front end gets from us, or why it gets Roundcube's. */
export type Response =
  | {
      readonly kind: 'answered'
      readonly body: string
      /** The renewed cookie of the session. */
      readonly setCookie?: string
    }
  | {
      readonly kind: 'passed-on'
      readonly reason: PassReason
      /** undefined: nothing is learned from Roundcube's answer. */
      readonly lesson?: Lesson | undefined
    }

/** What Roundcube's answer to a request that was passed on is looked at for. */
export type Lesson =
  /** How a list is written, by what was so before Roundcube was asked. */
  | { readonly kind: 'list'; readonly basis: ListBasis }
  /** How messages are written that have come, in the folder on show. */
  | { readonly kind: 'rows'; readonly mailbox: string }
  /** How messages are written of a list that the plugin has told how to write, and whether it is written so. */
  | { readonly kind: 'told-list'; readonly mailbox: string; readonly basis: ListBasis }
  /** Which of the answers that we would have given it is. */
  | { readonly kind: 'proof'; readonly candidates: readonly Candidate[] }
  /** Which folders a refresh looks at, where all the answers that we would have given are this one. */
  | {
      readonly kind: 'scope'
      readonly body: string
      /** What the session had seen of folders that have changed since. */
      readonly unseen: ReadonlyMap<
        string,
        { readonly cnt: number; readonly maxuid: number } | undefined
      >
      /** The form that is proved. */
      readonly scopes: Readonly<Record<'shown' | 'all' | 'either', string>>
    }

/** What we would have answered if a form of answer is the session's. */
export interface Candidate {
  readonly form: string
  readonly body: string
}

/** What of a session and a request decides how Roundcube writes a list. */
export interface ListBasis extends SortChoice {
  readonly settings: string
  /** As the request names it: the response has a head then; `first` for the first list of a session, which has none. */
  readonly layout: string | undefined
  /** As the request names it: the id of a search, whose results the list is of. */
  readonly search: string | undefined
}

/** In which order a list is shown. */
export interface SortChoice {
  /** `''` is the order of arrival. */
  readonly sortColumn: string
  readonly sortOrder: 'ASC' | 'DESC'
}

/** Roundcube is to answer. */
export function passedOn(reason: PassReason): Extract<Response, { kind: 'passed-on' }> {
  return { kind: 'passed-on', reason }
}
