import type { Language } from '../../language/language.ts'
import type {
  Account,
  Credential,
  FilterScript,
  MailboxName,
  OwnFilters,
  OpenFilter,
  OutgoingFile,
  Renderer,
  ScriptChange,
  SearchQuery,
  SortOrder,
  Submission,
  TrialSource,
} from '../../../proxy/mail/index.ts'
import type { Directory } from '../../contacts/directory/directory.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import type { ImportedFile } from '../../contacts/format/read-file.ts'
import type { FieldChange } from '../../settings/field-merge.ts'
import type { FolderUses } from '../../settings/folder-choices.ts'
import type { StoredSettings, SettingsSave } from '../../settings/owner-settings.ts'
import type { EndedSessions, OwnSession } from '../../settings/own-session.ts'
import type { Passkey, PasskeyResponse, PasskeyQuestion } from '../../second-factor/passkeys.ts'
import type { Invitation } from '../../second-factor/second-factors.ts'
import type { Senders } from '../../settings/senders.ts'
import type { Template } from '../../settings/template.ts'
import type { OwnOutbox } from './own-outbox.ts'
import type { Searches } from './searches.ts'
import type { Sends } from '../sent/sends.ts'
import type { UnfiledCopy } from '../sent/unfiled-copies.ts'

/** What actions may use, by the name under which a contract requests it. */
export interface Contexts {
  readonly mail: MailContext
  readonly reading: ReadingContext
  readonly writing: WritingContext
  readonly trial: TrialContext
  readonly unsubscribing: UnsubscribingContext
  readonly contacts: ContactsContext
  readonly filters: FiltersContext
  readonly settings: SettingsContext
  readonly 'sign-in': SignInContext
}

/** Lists, folders, and acts on messages. */
export interface MailContext {
  readonly account: Account
  /** The folders that the owner has chosen for a use. */
  readonly folderUses: {
    readonly current: () => Promise<FolderUses>
    /** Durable when it resolves. Throws StoreUnavailable. */
    choose(uses: FolderUses): Promise<void>
  }
  /** What this session was last shown, per mailbox: lets a refresh say only what changed. */
  readonly views: Views
  /** Searches that `_search` may name by their id. */
  readonly searches: Searches
  readonly pageSize: number
  readonly signal: AbortSignal
}

/** Filters on mail that is there. */
export interface TrialContext extends MailContext {
  /** For a rule that looks at whether the sender is one of them. */
  readonly contacts: ContactBook
  /** Makes a filter ready in a thread, which is to be closed; `mailboxes` are the names that there are. Throws FilterFault. */
  readonly openFilter: (
    source: TrialSource,
    mailboxes: readonly MailboxName[],
  ) => Promise<OpenFilter>
  readonly now: () => number
}

/** Leaving a mailing list. */
export interface UnsubscribingContext extends MailContext {
  /** Sends the POST of RFC 8058; true where the server of the list took it. Never throws. */
  readonly postOneClick: (url: string) => Promise<boolean>
}

/** What a message holds. */
export interface ReadingContext extends MailContext {
  readonly renderer: Renderer
  readonly contacts: ContactBook
  readonly settings: OwnSettings
  /** What the owner may write as. */
  readonly senders: Senders
  /** Recipients of other domains are external; none: nobody is. */
  readonly internalDomains: readonly string[]
  /** Mail servers whose Authentication-Results are true. */
  readonly authservIds: readonly string[]
  /** What the client reads, for words of ours within a response. */
  readonly language: () => Promise<Language>
  readonly limits: Pick<
    ActionLimits,
    'inlineImageBytes' | 'inlineImagesBytes' | 'messageBytes' | 'recipients'
  >
}

/** What is written and sent. */
export interface WritingContext extends ReadingContext {
  /** The sender's own address; undefined when none is known: then nothing can be sent. */
  readonly ownAddress: string | undefined
  /** For a submission server that requests the mailbox owner's password; undefined when it does not. */
  readonly credential: Credential | undefined
  readonly submission: Submission
  /** What was sent: a second click on Send answers the first. */
  readonly sends: Sends
  /** Copies that could not be filed are kept here, and filed later. */
  readonly copies: { keep(copy: UnfiledCopy): Promise<void> }
  /** What waits to be sent. */
  readonly outbox: OwnOutbox
  /** In which sending can be undone, as the owner or else the administrator has it. Throws StoreUnavailable. */
  readonly undoMs: () => Promise<number>
  /** Those that came with the request. */
  readonly files: readonly OutgoingFile[]
  /** Those that were uploaded before. */
  readonly uploads: OwnUploads
  readonly now: () => number
}

/** Files of the owner that were uploaded ahead of their message. */
export interface OwnUploads {
  /** Throws Refusal('attachments_gone') when one of them is not here, or not whole. */
  files(ids: readonly string[]): readonly OutgoingFile[]
  /** Their message is sent. */
  release(ids: readonly string[]): void
}

/** The owner's contacts. */
export interface ContactsContext {
  readonly contacts: ContactBook
  /** Reads a file of contacts, which may be hard to read: no caller waits for it but who sent it. See Parsing. */
  readonly readContactFile: (
    file: Buffer,
    limits: { readonly maxEntries: number; readonly signal: AbortSignal },
  ) => Promise<ImportedFile>
  /** The directory of the company; undefined where there is none. */
  readonly directory: Directory | undefined
  /** Those that came with the request. */
  readonly files: readonly { readonly content: Buffer }[]
  readonly limits: Pick<ActionLimits, 'recipients' | 'importedContacts'>
  readonly signal: AbortSignal
}

/** What the mail server does with the owner's mail by itself. */
export interface FiltersContext {
  /** undefined where no server of filters is configured. */
  readonly filters: OwnFilters | undefined
  /** Reads a script, which may be long: no caller waits for it but who requested it. See Parsing. Throws FilterFault. */
  readonly readScript: (source: string, change: ScriptChange) => Promise<FilterScript>
  /** For filters that look at whether the sender is one of them. */
  readonly contacts: ContactBook
  /** Domains that mail may be forwarded to; null: any. */
  readonly forwardTo: readonly string[] | null
}

/** What the owner has set. */
export interface SettingsContext {
  readonly settings: OwnSettings
  readonly senders: Senders
  /** undefined where the password of the mailbox cannot be changed here. */
  readonly ownPassword: OwnPassword | undefined
  /** undefined where the sign-in requests none. */
  readonly secondFactor: OwnSecondFactor | undefined
  /** The panel signed in and does so again, whatever sessions end. */
  readonly isSignedInByPanel: boolean
  readonly renderer: Renderer
  readonly signal: AbortSignal
}

/** How the owner signs in, and where they have. */
export interface SignInContext {
  /** The sessions of the owner, this one among them. Both throw StoreUnavailable. */
  readonly ownSessions: {
    list(): Promise<{ readonly sessions: readonly OwnSession[]; readonly isComplete: boolean }>
    /** Ends the one of that name, all but this one, or all, permanently. */
    end(which: EndedSessions): Promise<void>
  }
  /** undefined where the password of the mailbox cannot be changed here. */
  readonly ownPassword: OwnPassword | undefined
  /** undefined where the sign-in requests none. */
  readonly secondFactor: OwnSecondFactor | undefined
  /** undefined where the sign-in requests none. */
  readonly passkeys: OwnPasskeys | undefined
}

/** Bounds of what one action may take or make. */
export interface ActionLimits {
  /** One image of an HTML body, put into its frame as a `data:` URL. */
  readonly inlineImageBytes: number
  /** All images of one HTML body together. */
  readonly inlineImagesBytes: number
  /** Attachments of one outgoing message together, uploads and kept ones. */
  readonly messageBytes: number
  readonly recipients: number
  /** Of one file. */
  readonly importedContacts: number
}

/** What the owner has set. All throw StoreUnavailable; saves are durable when they resolve, and throw PersonalRefused. */
export interface OwnSettings {
  read(): Promise<StoredSettings>
  savePreferences(changes: readonly FieldChange[]): Promise<SettingsSave>
  saveIdentity(id: string, changes: readonly FieldChange[], isNew: boolean): Promise<SettingsSave>
  removeIdentity(id: string): Promise<void>
  templates(): Promise<readonly Template[]>
  saveTemplate(id: string, changes: readonly FieldChange[], isNew: boolean): Promise<SettingsSave>
  removeTemplate(id: string): Promise<void>
}

/** What a session was last shown of one mailbox. Lost on restart without harm: a refresh then tells more than needed. */
export interface ShownView {
  readonly page: number
  readonly sort: SortOrder | undefined
  readonly search: SearchQuery | undefined
  readonly uidValidity: bigint
  readonly modseq: bigint | undefined
  /** Messages in the list, on all its pages. */
  readonly total: number
}

/** The views of one session. */
export interface Views {
  get(mailbox: MailboxName): ShownView | undefined
  set(mailbox: MailboxName, view: ShownView): void
}

/** The password of the owner's mailbox. */
export interface OwnPassword {
  /** Characters of a new one at least. */
  readonly minLength: number
  /** Changes it, and ends the other sessions of the owner. False where not all of them could be. Throws Refusal. */
  change(passwords: PasswordInput): Promise<{ readonly areOthersEnded: boolean }>
}

/** The second factor of the owner: codes of an app (RFC 6238). All throw StoreUnavailable and Refusal. */
export interface OwnSecondFactor {
  /** No one signs in without one. */
  readonly isRequired: boolean
  isOn(): Promise<boolean>
  /** Makes a secret for who knows the password; nothing is kept yet. */
  invite(present: string): Promise<Invitation>
  /** Keeps it, once a code proves that the app has it; answers the recovery codes. */
  confirm(proof: { readonly ticket: string; readonly code: string }): Promise<readonly string[]>
  /** Takes it away from who knows the password and has a code. Where it is required that ends all sessions of the owner. */
  turnOff(proof: { readonly present: string; readonly code: string }): Promise<void>
}

/** The passkeys of the owner. All throw StoreUnavailable and Refusal. */
export interface OwnPasskeys {
  list(): Promise<readonly Passkey[]>
  /** What the browser of who knows the password is asked for a new one; nothing is kept yet. */
  offer(present: string): Promise<PasskeyQuestion>
  add(response: PasskeyResponse & { readonly name: string }): Promise<void>
  /** Takes one away from who knows the password; the last second factor of who must have one ends all their sessions. */
  remove(passkey: { readonly present: string; readonly id: string }): Promise<void>
}

/** The present password and the one it is to be. */
export interface PasswordInput {
  readonly present: string
  readonly wanted: string
}
