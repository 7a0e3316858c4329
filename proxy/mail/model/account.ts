import type { MailboxName } from './mailbox-name.ts'
import type { Mailbox, MailboxState, MessageName, SpecialUse } from './mailbox.ts'
import type {
  MatchingUids,
  MatchingUidsRequest,
  MessagePage,
  PageRequest,
  UidsBetweenRequest,
} from './message-list.ts'
import type { ConversationRequest, FoundConversation } from './conversation.ts'
import type { Finding, FoundRequest } from './found-messages.ts'
import type { Message, PartContent } from './message.ts'
import type { StoredMessages, StoredMessagesRequest } from './stored-message.ts'
import type { MessageRow } from './summary.ts'
import type { UidRange } from './uid-range.ts'

/** How a mailbox owner proves who they are to the mail servers. In memory only. */
export interface Credential {
  readonly user: string
  readonly password: string
  /** SASL authorization identity (RFC 4616) when a master user signs in for the owner. */
  readonly authorizationId: string | undefined
}

export interface MailOptions {
  readonly signal: AbortSignal
  /** Called when the account's connection turns to this request: until then it queued. */
  readonly onStart?: () => void
}

/** For verbs that name messages by UID, which only means something within one UIDVALIDITY (RFC 9051 2.3.1.1). */
export interface UidOptions extends MailOptions {
  /**
   * The UIDVALIDITY the UIDs came with. Under another one they are other messages: such a call
   * throws MailFault `mailbox_replaced` and touches nothing. undefined when the caller has none.
   */
  readonly uidValidity: bigint | undefined
}

export interface MessageOptions extends UidOptions {
  /** Only what never changes is used, not the flags: a response that is on its way serves as well. */
  readonly isContentOnly?: boolean
  /** The charset that the user chose; undefined: what the message says. */
  readonly charset?: string | undefined
}

/** What a move or copy did: COPYUID (RFC 4315) where the server sends it. */
export interface MoveOutcome {
  readonly count: number
  readonly uidMap: ReadonlyMap<number, number> | undefined
  /** UIDVALIDITY of the target, which the new UIDs belong to. */
  readonly targetUidValidity: bigint | undefined
}

/** Where a mailbox is in the tree. */
export interface MailboxLocation {
  /** Path of the mailbox above; undefined at the top. */
  readonly parent: MailboxName | undefined
  /** The last component: no hierarchy delimiter. */
  readonly name: string
  /** What a new mailbox is for; noted where the server keeps that (RFC 6154 3). */
  readonly specialUse?: SpecialUse | undefined
}

/** How much a mailbox and all below it hold. */
export interface BranchSize {
  readonly messages: number
  /** Mailboxes below it. */
  readonly mailboxes: number
}

/** What there is, confirmed by the server. */
export interface Overview {
  readonly mailboxes: readonly Mailbox[]
  readonly counts: readonly MailboxState[]
  /** undefined where the server has no limit. */
  readonly quota: Quota | undefined
}

/** Storage of a mailbox owner (RFC 9208). */
export interface Quota {
  readonly usedBytes: number
  readonly limitBytes: number
}

/** An event for a watcher: a reason to look again, never a substitute for a confirmed response. */
export type MailEvent =
  /** The counters of one mailbox as the server pushed them. */
  | { readonly kind: 'counts'; readonly state: MailboxState }
  /** Messages of a mailbox came, went or changed flags. */
  | { readonly kind: 'changed'; readonly mailbox: MailboxName }
  /** Mailboxes were made, renamed, removed, subscribed or unsubscribed. */
  | { readonly kind: 'mailboxes' }
  /** The owner's settings were changed, which no mail server reports. */
  | { readonly kind: 'settings'; readonly revision: number }
  /** The owner's outbox changed, which no mail server tells. */
  | { readonly kind: 'outbox' }
  /** The mail server wants its user to read something: `takeNotices` has it. */
  | { readonly kind: 'notices' }
  /** Events may have been missed: everything is to be read again. */
  | { readonly kind: 'resync' }

/** One listener's interest in an account. */
export interface Watch {
  close(): void
}

export interface WatchOptions {
  /** The mailbox on show, which is watched most closely; undefined when none is. */
  readonly mailbox: MailboxName | undefined
  readonly listener: (event: MailEvent) => void
}

/**
 * One mailbox owner's live view of their mail. All methods throw MailFault. Answers about lists and
 * counts are confirmed by at least one round trip made after the call; summaries are cached permanently.
 */
export interface Account {
  readonly user: string
  /** The names may be up to 30 seconds old unless they are to be confirmed. */
  mailboxes(options: MailOptions & { readonly isConfirmed?: true }): Promise<readonly Mailbox[]>
  /** Counts of INBOX and of every subscribed, selectable mailbox. Flags stay untouched. */
  counts(options: MailOptions): Promise<readonly MailboxState[]>
  /** What the mail server wants its user to read, each once: one line of at most 300 characters. */
  takeNotices(): readonly string[]
  page(request: PageRequest, options: MailOptions): Promise<MessagePage>
  matchingUids(
    mailbox: MailboxName,
    request: MatchingUidsRequest,
    options: MailOptions,
  ): Promise<MatchingUids>
  /**
   * Searches mailboxes one by one until the time of the request is over, at least the first of them; beside what else
   * is requested, where the server allows a connection for it.
   */
  find(request: FoundRequest, options: MailOptions): Promise<Finding>
  /**
   * The messages of a conversation, mailbox by mailbox, each one a short turn between what else is requested; of large
   * mailboxes only the newest messages, and those around the one that is named. Throws MailFault `message_not_found`.
   */
  conversation(request: ConversationRequest, options: UidOptions): Promise<FoundConversation>
  /** Throws MailFault `message_not_found` when one of the two ends is not in the list any more. */
  uidsBetween(
    mailbox: MailboxName,
    request: UidsBetweenRequest,
    options: UidOptions,
  ): Promise<MatchingUids>
  /** What of these UIDs the mailbox does not have, as ranges. Costs the one round trip that confirms it. */
  missingUids(
    mailbox: MailboxName,
    uids: readonly UidRange[],
    options: UidOptions,
  ): Promise<readonly UidRange[]>
  /** All mailboxes as they are now, their counts and the storage, in two round trips. */
  overview(options: MailOptions): Promise<Overview>
  /** Storage of each quota root of a mailbox (RFC 9208) that has a limit; empty where the server reports none. */
  quotas(mailbox: MailboxName, options: MailOptions): Promise<readonly Quota[]>
  /** The rows of messages by their UIDs, in that order. Throws MailFault `message_not_found` when one is missing. */
  rows(
    mailbox: MailboxName,
    uids: readonly number[],
    options: UidOptions,
  ): Promise<readonly MessageRow[]>
  /** The first text of messages by UID, at most 200 characters each; those that are missing are left out. */
  previews(
    mailbox: MailboxName,
    uids: readonly number[],
    options: UidOptions,
  ): Promise<ReadonlyMap<number, string>>
  /** The newest messages below a UID as they lie there, as many as one short turn on the connection reads: for filters. */
  storedMessages(
    mailbox: MailboxName,
    request: StoredMessagesRequest,
    options: UidOptions,
  ): Promise<StoredMessages>
  message(mailbox: MailboxName, uid: number, options: MessageOptions): Promise<Message>
  part(mailbox: MailboxName, uid: number, partId: string, options: UidOptions): Promise<PartContent>
  /** Several parts, whose streams are to be read one after the other: small ones are fetched together. */
  parts(
    mailbox: MailboxName,
    uid: number,
    partIds: readonly string[],
    options: UidOptions,
  ): Promise<readonly PartContent[]>
  /** The whole message as it is on the server (RFC 5322), fetched as it is read. */
  source(mailbox: MailboxName, uid: number, options: UidOptions): Promise<AsyncIterable<Buffer>>
  setFlags(
    mailbox: MailboxName,
    uids: readonly number[],
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
    options: UidOptions,
  ): Promise<void>
  move(
    mailbox: MailboxName,
    uids: readonly number[],
    target: MailboxName,
    options: UidOptions,
  ): Promise<MoveOutcome>
  copy(
    mailbox: MailboxName,
    uids: readonly number[],
    target: MailboxName,
    options: UidOptions,
  ): Promise<MoveOutcome>
  /** Removes permanently exactly these UIDs (UID EXPUNGE). */
  remove(mailbox: MailboxName, uids: readonly number[], options: UidOptions): Promise<void>
  /** Removes every message of the mailbox permanently; of the mailbox that was shown, if one was. */
  empty(mailbox: MailboxName, options: UidOptions): Promise<void>
  /** Deletes all mailboxes below this one permanently, but those in `needed` and those that hold one. */
  deleteBelow(
    mailbox: MailboxName,
    needed: readonly MailboxName[],
    options: MailOptions,
  ): Promise<void>
  /** Counted now, subscribed or not. */
  branchSize(mailbox: MailboxName, options: MailOptions): Promise<BranchSize>
  /** Files a message; returns its UID where the server sends it (APPENDUID). */
  append(
    mailbox: MailboxName,
    source: Buffer,
    flags: readonly string[],
    options: MailOptions,
  ): Promise<MessageName | undefined>
  /** Makes a mailbox and subscribes it; its path. Throws MailFault `mailbox_exists`, `mailbox_refused`. */
  createMailbox(location: MailboxLocation, options: MailOptions): Promise<MailboxName>
  /** Renames or moves a mailbox with all below it, subscriptions too; its new path. */
  renameMailbox(
    path: MailboxName,
    position: MailboxLocation,
    options: MailOptions,
  ): Promise<MailboxName>
  /** Deletes a mailbox with all below it and all their messages. */
  deleteMailbox(path: MailboxName, options: MailOptions): Promise<void>
  setSubscribed(path: MailboxName, isSubscribed: boolean, options: MailOptions): Promise<void>
  /**
   * Tells of changes until closed. Many watches of one account share one connection. Events are
   * coalesced; events that a listener could not take in time become one `resync`.
   */
  watch(options: WatchOptions): Watch
}

/** What the first authenticated connection learned (spec 2.3: imap_namespace, imap_delimiter, STORAGE_SPECIAL-USE). */
export interface SignInFacts {
  readonly namespace: {
    readonly personal: readonly (readonly [prefix: string, delimiter: string])[] | null
    readonly other: readonly (readonly [prefix: string, delimiter: string])[] | null
    readonly shared: readonly (readonly [prefix: string, delimiter: string])[] | null
  }
  readonly delimiter: string
  readonly hasSpecialUse: boolean
}

/** How busy the mail engine of this process is, against its limits. */
export interface MailEngineState {
  readonly accounts: number
  readonly connections: number
  readonly maxConnections: number
  /** Connections no one uses just now: the first to be closed at the cap. */
  readonly idleConnections: number
  /** Requests that wait for a slot or a connection. */
  readonly waiting: number
  readonly maxWaiting: number
}

/**
 * A text that stands for one sealed credential and for nothing else: the seal with all that it is bound to and all that
 * is signed in with beside the password.
 */
export type SealedCredential = string

/** An account, with what its connections sign in with. */
export interface OpenedAccount {
  readonly account: Account
  readonly credential: Credential
}

/** All live accounts of this process, under one global cap. */
export interface Accounts {
  /** Proves the credential by AUTHENTICATE PLAIN; the connection is kept warm for the requests that follow. */
  signIn(credential: Credential, clientIp: string, options: MailOptions): Promise<SignInFacts>
  /**
   * The live account of a user who has signed in; connects when first used. Its connections belong to
   * this credential: another password of the same owner has its own.
   */
  account(credential: Credential, clientIp: string, sealed?: SealedCredential): Account
  /**
   * What `account` was requested with this very sealed credential, as long as it lives: nothing has to be unsealed
   * for it. undefined when it does not, or never was.
   */
  accountOfSealed(sealed: SealedCredential): OpenedAccount | undefined
  /** From now on every sealed credential is opened again. */
  forgetSealed(): void
  /** Names what `account` returns: no two credentials share it. Reveals nothing of the password. */
  keyOf(credential: Credential): string
  /** Throws MailFault `authentication_refused` when the password is known not to hold any more. */
  confirm(credential: Credential): Promise<void>
  state(): MailEngineState
  close(): Promise<void>
}
