/**
 * The native shape of Postern's answers, version 1: what `Accept: application/vnd.postern+json`
 * gets. Plain JSON types only; the browser application imports nothing else from the server.
 */
export { NATIVE_TYPE } from '../../http/native-media-type.ts'

export interface NativeAddress {
  readonly name: string
  readonly address: string
}

export interface NativeRow {
  readonly uid: number
  readonly subject: string
  readonly from: readonly NativeAddress[]
  readonly to: readonly NativeAddress[]
  readonly cc: readonly NativeAddress[]
  /** Unix ms. */
  readonly date: number
  /** Bytes. */
  readonly size: number
  /** As the server spells them: `\Seen`, `\Flagged`, `$Forwarded`. */
  readonly flags: readonly string[]
  readonly hasAttachment: boolean
  /** True when the body has an HTML form: what the frame of the message shows. */
  readonly hasHtml: boolean
  readonly contentType: string
  readonly priority: number | null
  /** Only in a list that was asked for with `_threads=1`, where the server can thread. */
  readonly thread?: NativeThread
}

/** Where a message stands in its thread. */
export interface NativeThread {
  /** 0 for the first message of a thread. */
  readonly depth: number
  readonly parentUid: number | null
  readonly hasChildren: boolean
  /** Unseen messages among all below it. */
  readonly unreadChildren: number
}

export interface NativeCount {
  readonly mailbox: string
  readonly messages: number
  readonly unseen: number
}

export interface NativeMailbox {
  readonly path: string
  readonly name: string
  readonly delimiter: string | null
  readonly specialUse: 'inbox' | 'drafts' | 'sent' | 'junk' | 'trash' | 'archive' | null
  /** The owner chose it for its use. */
  readonly isUseChosen: boolean
  readonly isSubscribed: boolean
  readonly isSelectable: boolean
  readonly messages: number | null
  readonly unseen: number | null
}

export interface NativePart {
  readonly id: string
  readonly type: string
  /** A part without a name is given one. */
  readonly filename: string
  /** Bytes when saved: of base64 up to two more than there are, of quoted-printable at most this. */
  readonly size: number
}

/** A part of a message that is no body. */
export interface NativeListedPart extends NativePart {
  /** Only with `_unrendered=1`: the frame may show it, and names it then in `<meta name="postern-shown">`. */
  readonly isMaybeShown?: true
}

export interface NativeList {
  readonly kind: 'list'
  readonly mailbox: string
  /** Opaque: which mailbox of this name the UIDs belong to; sent back as `_uidvalidity`. */
  readonly uidValidity: string
  /** Opaque; changes whenever the mailbox does. Sent back as `_state` with a refresh. */
  readonly state: string
  readonly messages: number
  readonly unseen: number
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly rows: readonly NativeRow[]
}

export interface NativeUnread {
  readonly kind: 'unread'
  readonly counts: readonly NativeCount[]
}

export interface NativeRefresh {
  readonly kind: 'refresh'
  readonly counts: readonly NativeCount[]
  /** The state this is about, or null for counts only. In another state than the page's, its other pages may differ. */
  readonly state: string | null
  /** null when the same messages are shown; then `changed` tells new flags. */
  readonly list: NativeList | null
  readonly changed: readonly { readonly uid: number; readonly flags: readonly string[] }[]
  /** Of `_ticked`, what is not in the mailbox any more: an IMAP sequence set, empty when all are there. */
  readonly gone: string
}

export interface NativeFolders {
  readonly kind: 'folders'
  /** Where the folder is that an act made, renamed or moved; else null. */
  readonly path: string | null
  readonly mailboxes: readonly NativeMailbox[]
  /** Storage in bytes, or null where the server tells no limit. */
  readonly quota: { readonly used: number; readonly limit: number } | null
}

/** What a folder and all below it hold. */
export interface NativeFolderSize {
  readonly kind: 'folder-size'
  readonly mailbox: string
  readonly messages: number
  /** Folders below it. */
  readonly folders: number
}

/** Every message of a list, not only of a page. */
export interface NativeUids {
  readonly kind: 'uids'
  readonly mailbox: string
  readonly uidValidity: string
  /** An IMAP sequence set in ascending order, e.g. `1:3,7`. */
  readonly set: string
  readonly count: number
}

/** Whom the owner wrote to lately, the most frequent first. */
export interface NativeRecipients {
  readonly kind: 'recipients'
  readonly addresses: readonly NativeAddress[]
}

export interface NativeMessage {
  readonly kind: 'message'
  readonly mailbox: string
  readonly uidValidity: string
  readonly row: NativeRow
  readonly replyTo: readonly NativeAddress[]
  readonly bcc: readonly NativeAddress[]
  /** Plain text of the message (made from the HTML when there is no other). */
  readonly text: string
  /** Only with `_unrendered=1`: there is only HTML, and `text` is empty. */
  readonly isTextMissing?: true
  /** When true, `_action=frame` serves the HTML body for a sandboxed frame. */
  readonly hasHtml: boolean
  /** When true, the frame shows more with `_images=1`. */
  readonly hasRemoteContent: boolean
  readonly isTruncated: boolean
  /** Parts that are not listed, as there are too many; the message saved as a file has them. */
  readonly partsLeftOut: number
  /** What the frame does not show; with `_unrendered=1` also what it may show. */
  readonly attachments: readonly NativeListedPart[]
}

export interface NativeDone {
  readonly kind: 'done'
  readonly action: 'mark' | 'move' | 'copy' | 'delete' | 'expunge' | 'purge'
  readonly mailbox: string
  readonly uids: readonly number[]
  readonly counts: readonly NativeCount[]
  readonly target: string | null
  /** Pairs [old UID, new UID] where the server told (COPYUID). */
  readonly uidMap: readonly (readonly [number, number])[]
  /** What the new UIDs belong to; null where the server did not tell. */
  readonly targetUidValidity: string | null
  readonly list: NativeList | null
}

export interface NativeSearch {
  readonly kind: 'search'
  readonly searchId: string
  readonly list: NativeList
}

/** A message named for good (RFC 9051 2.3.1.1). */
export interface NativeMessageName {
  readonly mailbox: string
  readonly uidValidity: string
  readonly uid: number
}

export interface NativeDraftOrigin extends NativeMessageName {
  readonly mode: 'reply' | 'reply-all' | 'forward'
}

export interface NativeCompose {
  readonly kind: 'compose'
  readonly mode: 'new' | 'reply' | 'reply-all' | 'forward' | 'draft'
  readonly to: readonly NativeAddress[]
  readonly cc: readonly NativeAddress[]
  readonly bcc: readonly NativeAddress[]
  readonly subject: string
  readonly text: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly source: NativeMessageName | null
  /** Of a draft: which composed message it is, to be sent back as `_compose_id`; null: a new one. */
  readonly composeId: string | null
  /** Of a draft: what it answers or forwards; sent back as `_origin_*`. */
  readonly draftOf: NativeDraftOrigin | null
  /** A message forwarded below the text as it looks, when `_original=1` is sent back; its words, to be edited instead. */
  readonly original: { readonly text: string } | null
  readonly attachments: readonly NativePart[]
}

export interface NativeSent {
  readonly kind: 'sent'
  readonly isDraft: boolean
  readonly messageId: string
  readonly filedIn: string | null
  /** Where in it, when the server told. */
  readonly filed: NativeMessageName | null
  /** Sent, and its copy is not filed yet: `_copy=1` with the same form asks for that again. */
  readonly isCopyPending: boolean
}

export interface NativeKeepAlive {
  readonly kind: 'keep-alive'
}

/** Every failed request, with the HTTP status of the same meaning. */
export interface NativeError {
  readonly kind: 'error'
  /** A code of plugin/http/refusal.ts, e.g. `not_signed_in`, `mail_unavailable`. */
  readonly code: string
  /** Plain words for the mailbox owner. */
  readonly message: string
  /** True: the same request may succeed soon; the page keeps its state and tries again. */
  readonly retry: boolean
  readonly retryAfterSeconds: number | null
  readonly requestId: string
}

export type NativeResponse = { readonly version: 1 } & (
  | NativeList
  | NativeUnread
  | NativeRefresh
  | NativeFolders
  | NativeFolderSize
  | NativeUids
  | NativeRecipients
  | NativeMessage
  | NativeDone
  | NativeSearch
  | NativeCompose
  | NativeSent
  | NativeKeepAlive
  | NativeError
)

/** Why a stream of events ends. */
export type NativeEventEnd =
  /** The session is over: a new stream is refused until somebody signs in. */
  | 'signed-out'
  /** Another page of the same session opened a stream and there may only be so many. */
  | 'replaced'
  /** The service restarts: worth a new stream after a moment. */
  | 'restart'

/** One message of `_action=events` (text/event-stream), in `data`. Its id resumes the stream. */
export type NativeEvent = { readonly version: 1 } &
  /** Counters of a mailbox, as the mail server pushed them. */
  (
    | ({ readonly kind: 'counts' } & NativeCount)
    /** Messages of a mailbox came, went or changed flags. */
    | { readonly kind: 'changed'; readonly mailbox: string }
    /** Mailboxes were made, renamed, removed, subscribed or unsubscribed. */
    | { readonly kind: 'mailboxes' }
    /** Something may have been missed: everything on show has to be asked for again. */
    | { readonly kind: 'resync' }
    /** Nothing happened, and the stream is alive. */
    | { readonly kind: 'heartbeat' }
    | {
        readonly kind: 'end'
        readonly reason: NativeEventEnd
        /** Milliseconds to wait before a new stream is worth it; null: not by itself. */
        readonly retryAfterMs: number | null
      }
  )

/** State of a page, in `<script type="application/json" id="postern-env">`. */
export type PageEnv = LoginPageEnv | MailPageEnv

export interface LoginPageEnv {
  readonly task: 'login'
  readonly request_token: string
  readonly productName: string
  /** Why the sign-in before failed: a code of plugin/http/refusal.ts and words for the person; null on a fresh form. */
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface MailPageEnv {
  readonly task: 'mail'
  readonly request_token: string
  readonly productName: string
  /** The mailbox owner's login name, normally an address. */
  readonly user: string
  /** What the owner sends from; null where no address is known: then nothing can be sent. */
  readonly ownAddress: string | null
  readonly delimiter: string
  readonly pageSize: number
  /** Seconds between two timed refreshes. */
  readonly refreshSeconds: number
  /** Seconds after which a message that came on the screen unasked counts as read. */
  readonly readAfterSeconds: number
  /** Bytes of all attachments of one outgoing message together. */
  readonly maxMessageBytes: number
  /** Path of the panel's dashboard, or null. */
  readonly panelHome: string | null
  /** Seconds between two heartbeats of `_action=events`; null where the timer is all there is. */
  readonly heartbeatSeconds: number | null
  /** What the query of the page's address asks to be opened; null when it asks for nothing. */
  readonly bookmark: PageBookmark | null
}

/** What a bookmark names, as far as it could be understood. */
export interface PageBookmark {
  readonly mailbox: string | null
  /** Of the list, from 1. */
  readonly page: number | null
  /** A message of the mailbox as it is now: a bookmark knows no UIDVALIDITY. */
  readonly uid: number | null
  readonly compose: PageCompose | null
}

/** What a bookmark wants to be written. */
export type PageCompose =
  | {
      readonly kind: 'new'
      readonly to: string
      readonly cc: string
      readonly bcc: string
      readonly subject: string
      readonly text: string
    }
  | {
      readonly kind: 'answer'
      readonly mode: 'reply' | 'reply-all' | 'forward' | 'draft'
      readonly mailbox: string
      readonly uid: number
    }
