import type {
  MessagePage,
  MessagePart,
  Quota,
  SearchQuery,
  SortOrder,
  DraftOrigin,
  TypedFields,
  Mailbox,
  MailboxState,
  MessageName,
  Address,
  MessageRow,
  UidRange,
  MailboxName,
} from '../../../proxy/mail/index.ts'
import type { KeptSettings } from '../../settings/owner-settings.ts'
import type { OwnSession } from '../../settings/own-session.ts'
import type { Passkey, PasskeyQuestion } from '../../second-factor/passkeys.ts'
import type { Invitation } from '../../second-factor/second-factors.ts'
import type { SpecialMailboxes } from '../../settings/folder-choices.ts'
import type { Senders } from '../../settings/senders.ts'
import type { Template } from '../../settings/template.ts'
import type { ContactActionResult } from './contacts.ts'

/** A list as an action answers it; each wire makes its own shape of it. */
export interface ListResult {
  readonly kind: 'list'
  readonly mailbox: MailboxName
  readonly page: MessagePage
  readonly pageSize: number
  readonly sort: SortOrder | undefined
  readonly search: SearchQuery | undefined
  /** As `special` told to who asked for it: empty else. */
  readonly delimiter: string
  readonly special: SpecialMailboxes
}

/** Unseen counts; `special` tells the wire which one is the trash. */
export interface UnreadResult {
  readonly kind: 'unread'
  readonly counts: readonly MailboxState[]
  readonly special: SpecialMailboxes
}

/** What changed since the page last asked. */
export interface RefreshResult {
  readonly kind: 'refresh'
  readonly action: 'refresh' | 'check-recent'
  readonly counts: readonly MailboxState[]
  readonly special: SpecialMailboxes
  readonly mailbox: MailboxName | undefined
  /** Token of the state this answer is about; undefined when it is about counts only. */
  readonly state: string | undefined
  /** The whole page again when messages came or went; undefined when the same messages are shown. */
  readonly list: ListResult | undefined
  /** Rows shown whose flags changed since this session's last answer. */
  readonly changed: readonly MessageRow[]
  /** Of the ticked messages the request named, those that are not in the mailbox any more. */
  readonly gone: readonly UidRange[]
  /** What the mail server wants its user to read. */
  readonly notices: readonly string[]
}

export interface FoldersResult {
  readonly kind: 'folders'
  /** Where the folder is that an act made, renamed or moved. */
  readonly path: MailboxName | undefined
  readonly mailboxes: readonly Mailbox[]
  readonly counts: readonly MailboxState[]
  readonly quota: Quota | undefined
}

/** What a folder and all below it hold. */
export interface FolderSizeResult {
  readonly kind: 'folder-size'
  readonly mailbox: MailboxName
  readonly messages: number
  /** Folders below it. */
  readonly folders: number
}

/** Every message of a list. */
export interface UidsResult {
  readonly kind: 'uids'
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  /** An IMAP sequence set, ascending. */
  readonly set: string
  readonly count: number
}

/** The first words of messages. */
export interface PreviewsResult {
  readonly kind: 'previews'
  readonly previews: readonly { readonly uid: number; readonly text: string }[]
}

/** Whom the owner wrote to. */
export interface RecipientsResult {
  readonly kind: 'recipients'
  readonly addresses: readonly Address[]
}

/** A message opened for reading. */
export interface MessageResult {
  readonly kind: 'message'
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  readonly row: MessageRow
  readonly replyTo: readonly Address[]
  readonly bcc: readonly Address[]
  readonly text: string
  /** There is only HTML, and its text was not waited for. */
  readonly isTextMissing: boolean
  readonly hasHtml: boolean
  readonly hasRemoteContent: boolean
  /** Only for who makes it safe himself, in a sandbox: the body as its sender wrote it. */
  readonly html?: HtmlBody | undefined
  readonly isTruncated: boolean
  /** Parts that are not listed, as there are too many. */
  readonly partsLeftOut: number
  /** undefined: none is asked for, or it was answered. */
  readonly receipt: AskedReceipt | undefined
  readonly attachments: readonly ListedPart[]
}

/** An HTML body as data. */
export interface HtmlBody {
  /** Raw, decoded. */
  readonly content: string
  /** Absolute; what addresses in it are relative to (RFC 2557 5). */
  readonly base: string | undefined
  /** True where every author is one of the owner's contacts and that lets images of other servers be shown. */
  readonly isFromContact: boolean
}

/** A part that is no body; `imageNames` where an image of the HTML body may be this part: what it is named by there. */
export type ListedPart = MessagePart & { readonly imageNames?: readonly string[] }

/** A receipt that a message asks its reader for. */
export interface AskedReceipt {
  readonly to: readonly Address[]
  /** The message came from somebody else: no receipt goes there without the reader's word (RFC 8098 2.1). */
  readonly isToAsk: boolean
}

/** The receipt of a message was answered: sent, or not. */
export interface ReceiptResult {
  readonly kind: 'receipt'
  readonly isSent: boolean
}

/** A document for the sandboxed frame; `policy` is its Content-Security-Policy. */
export interface FrameResult {
  readonly kind: 'frame'
  readonly html: string
  readonly policy: string
}

/** Bytes passed through with back-pressure: nothing is opened before somebody reads. */
export interface StreamResult {
  readonly kind: 'stream'
  readonly stream: AsyncIterable<Buffer>
  readonly type: string
  readonly filename: string | undefined
  readonly disposition: 'inline' | 'attachment'
}

/** An act on messages was done. The counts are those after it. */
export interface DoneResult {
  readonly kind: 'done'
  readonly action: 'mark' | 'move' | 'copy' | 'delete' | 'expunge' | 'purge'
  readonly mailbox: MailboxName
  readonly uids: readonly number[]
  readonly flag: string | undefined
  readonly counts: readonly MailboxState[]
  readonly special: SpecialMailboxes
  /** Where the messages went, with their new UIDs where the server told: what an undo needs. */
  readonly target: MailboxName | undefined
  readonly uidMap: ReadonlyMap<number, number> | undefined
  readonly targetUidValidity: bigint | undefined
  /** The page as it is after messages left it; undefined for acts that remove nothing. */
  readonly list: ListResult | undefined
}

export interface SearchResult {
  readonly kind: 'search'
  /** 32 hex characters; later list and refresh requests may name it in `_search`. */
  readonly searchId: string
  readonly list: ListResult
}

/** What the composer starts from. */
export interface ComposeResult {
  readonly kind: 'compose'
  readonly mode: 'new' | 'reply' | 'reply-all' | 'forward' | 'draft'
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly text: string
  /** True where only the beginning of a long message is quoted; the quotation says so at its end. */
  readonly isCut: boolean
  /** Harmless markup in place of `text`, for a message that is written with its looks; undefined: it is text. */
  readonly html: string | undefined
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  readonly source: MessageName | undefined
  /** Of a draft: which composed message it is; undefined: a new one. */
  readonly composeId: string | undefined
  /** Of a draft: what was typed as recipients, where not all of it were addresses. */
  readonly typed: TypedFields | undefined
  /** Of a draft: what it answers or forwards. */
  readonly draftOf: DraftOrigin | undefined
  /** The message forwarded below the text as it looks; its words, for who wants to edit them. */
  readonly original: { readonly text: string } | undefined
  readonly attachments: readonly OfferedPart[]
  /** Of a draft: it asks to be told when it is read. */
  readonly requestsReceipt: boolean
  /** Id of the identity that it is written as; undefined where the owner has none. */
  readonly identity: string | undefined
}

/** What may go along with a composed message. */
export type OfferedPart = Pick<MessagePart, 'id' | 'type' | 'filename' | 'size'>

/** A message was accepted by the mail server, or saved as a draft. */
export interface SentResult {
  readonly kind: 'sent'
  readonly isDraft: boolean
  readonly messageId: string
  /** Mailbox the copy was filed in; undefined when filing failed after the message was sent. */
  readonly filedIn: string | undefined
  /** Where in it, when the server told. */
  readonly filed: MessageName | undefined
  /** The message is sent and its copy is not filed yet: the client asks for that again. */
  readonly isCopyPending: boolean
  /** Why it is not: the mail server lets nobody file in this mailbox, in its own words. */
  readonly copyRefusal?: { readonly mailbox: string; readonly serverText: string } | undefined
  /** Why what was to go for it stays; undefined: nothing does. */
  readonly draftLeft?: DraftLeft | undefined
}

/** The drafts mailbox lets nobody delete, or the mail server failed before it had. */
export type DraftLeft = 'refused' | 'unavailable'

/** What saves of a draft have stored that were never answered. */
export interface SavedDraftsResult {
  readonly kind: 'saved-drafts'
  readonly drafts: readonly MessageName[]
}

/** What the owner has set. */
export interface SettingsResult extends KeptSettings {
  readonly kind: 'settings'
  readonly senders: Senders
  /** Characters of a new password at least; undefined where it can not be changed here. */
  readonly passwordMinLength: number | undefined
  /** Whether the sign-in asks for a code; undefined where it never does. */
  readonly hasSecondFactor: boolean | undefined
  readonly isSecondFactorRequired: boolean
  /** The panel signed in and does so again, whatever sessions end. */
  readonly isSignedInByPanel: boolean
  /** Fields that somebody else set to something else meanwhile: then nothing was saved. */
  readonly conflicts: readonly string[]
}

/** The saved replies of the owner. */
export interface TemplatesResult {
  readonly kind: 'templates'
  readonly templates: readonly Template[]
  /** As of `SettingsResult`. */
  readonly conflicts: readonly string[]
}

/** Where the owner is signed in. */
export interface SessionsResult {
  readonly kind: 'sessions'
  /** Last used first. */
  readonly sessions: readonly OwnSession[]
  readonly isComplete: boolean
}

/** The password is another one now. */
export interface PasswordChangedResult {
  readonly kind: 'password-changed'
  /** False where a store could not tell of all other sessions. */
  readonly areOthersEnded: boolean
}

/** A secret for an app, which nobody has confirmed yet. */
export interface InvitationResult extends Invitation {
  readonly kind: 'second-factor-invitation'
}

/** The sign-in asks for a code from now on. */
export interface SecondFactorOnResult {
  readonly kind: 'second-factor-on'
  readonly recoveryCodes: readonly string[]
}

export interface SecondFactorOffResult {
  readonly kind: 'second-factor-off'
}

/** The passkeys of the owner. */
export interface PasskeysResult {
  readonly kind: 'passkeys'
  readonly passkeys: readonly Passkey[]
}

/** What a browser is asked for a new passkey. */
export interface PasskeyQuestionResult extends PasskeyQuestion {
  readonly kind: 'passkey-question'
}

export interface KeepAliveResult {
  readonly kind: 'keep-alive'
}

export type ActionResult =
  | ListResult
  | UnreadResult
  | RefreshResult
  | FoldersResult
  | FolderSizeResult
  | UidsResult
  | PreviewsResult
  | RecipientsResult
  | SavedDraftsResult
  | MessageResult
  | FrameResult
  | StreamResult
  | DoneResult
  | SearchResult
  | ComposeResult
  | SentResult
  | SettingsResult
  | TemplatesResult
  | SessionsResult
  | PasswordChangedResult
  | InvitationResult
  | SecondFactorOnResult
  | SecondFactorOffResult
  | PasskeysResult
  | PasskeyQuestionResult
  | ReceiptResult
  | KeepAliveResult
  | ContactActionResult
