import type {
  MailboxName,
  MailboxState,
  MessagePage,
  MessageRow,
  SearchQuery,
  SortOrder,
  UidRange,
} from '../../../proxy/mail/index.ts'
import type { SpecialMailboxes } from '../../settings/folder-choices.ts'

/** Results that Roundcube's front end knows as well, by their kind: each wire makes its own shape of them. */
export interface SharedResults {
  readonly list: ListResult
  readonly unread: UnreadResult
  readonly refresh: RefreshResult
  readonly done: DoneResult
  readonly search: SearchResult
}

/** A list as an action answers it; each wire makes its own shape of it. */
export interface ListResult {
  readonly kind: 'list'
  readonly mailbox: MailboxName
  readonly page: MessagePage
  readonly pageSize: number
  readonly sort: SortOrder | undefined
  readonly search: SearchQuery | undefined
  /** As `special` told to who requested it: empty else. */
  readonly delimiter: string
  readonly special: SpecialMailboxes
}

/** Unseen counts; `special` reports the wire which one is the trash. */
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
  /** Token of the state this response is about; undefined when it is about counts only. */
  readonly state: string | undefined
  /** The whole page again when messages came or went; undefined when the same messages are shown. */
  readonly list: ListResult | undefined
  /** Rows shown whose flags changed since this session's last response. */
  readonly changed: readonly MessageRow[]
  /** Of the selected messages the request named, those that are not in the mailbox any more. */
  readonly gone: readonly UidRange[]
  /** What the mail server wants its user to read. */
  readonly notices: readonly string[]
}

/** A document for the sandboxed frame; `policy` is its Content-Security-Policy. */
export interface FrameResult {
  readonly kind: 'frame'
  readonly html: string
  readonly policy: string
}

/** Bytes passed through with back-pressure: nothing is opened before a user reads. */
export interface StreamResult {
  readonly kind: 'stream'
  readonly stream: AsyncIterable<Buffer>
  readonly type: string
  readonly filename: string | undefined
  readonly disposition: 'inline' | 'attachment'
  /** Text in UTF-8 that a browser gets as a page to read, when a user looks at its address. */
  readonly isReadAsPage?: boolean
}

/** An action on messages was done. The counts are those after it. */
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

/** What is no JSON. */
export type FileResult = FrameResult | StreamResult
