import type { z } from 'zod'
import type { ActionName, ContractOf } from '../../actions/index.ts'
import type { DeepReadonly } from '../../actions/contract/contract.ts'
import type { nativeEventMessage } from './event-schema.ts'
import type { NATIVE_VERSION } from './media-type.ts'
import type { nativeError } from './schema.ts'

// The native wire, version 2, as the contracts of the actions have it (plugin/actions). The browser application imports
// nothing else from the server.

/** An action that is answered in JSON. */
type JsonActionName = {
  [Name in ActionName]: ContractOf<Name>['output'] extends z.ZodType ? Name : never
}[ActionName]

type OutputOf<Name extends ActionName> = ContractOf<Name>['output'] extends infer Output extends
  z.ZodType
  ? z.output<Output>
  : never

/** What an action takes. */
export type NativeInputOf<Name extends ActionName> = DeepReadonly<
  z.input<ContractOf<Name>['input']>
>
/** What an action answers. */
export type NativeResponseOf<Name extends ActionName> = DeepReadonly<OutputOf<Name>>

/** The actions of a method that are answered in JSON. */
export type NativeActionBy<Method extends 'GET' | 'POST'> = {
  [Name in JsonActionName]: ContractOf<Name>['method'] extends Method ? Name : never
}[JsonActionName]

/** The actions that response a file. */
export type NativeFileAction = Exclude<ActionName, JsonActionName>

type Body = NativeResponseOf<JsonActionName> | DeepReadonly<z.output<typeof nativeError>>

/** A response, as it comes. */
export type NativeResponse = Body & { readonly version: typeof NATIVE_VERSION }

/** A response of a kind, as it also stands within another one. */
export type NativeBody<Kind extends Body['kind']> = Extract<Body, { readonly kind: Kind }>

export type NativeList = NativeBody<'list'>
export type NativeRefresh = NativeBody<'refresh'>
export type NativeFolders = NativeBody<'folders'>
export type NativePreviews = NativeBody<'previews'>['previews']
export type NativeMessage = NativeBody<'message'>
export type NativeDone = NativeBody<'done'>
export type NativeCompose = NativeBody<'compose'>
export type NativeSent = NativeBody<'sent'>
export type NativeOutbox = NativeBody<'outbox'>
export type NativeWaiting = NativeBody<'waiting'>
export type NativeSettings = NativeBody<'settings'>
export type NativeFilters = NativeBody<'filters'>
export type NativeTemplates = NativeBody<'templates'>
export type NativeSessions = NativeBody<'sessions'>
export type NativeInvitation = NativeBody<'second-factor-invitation'>
export type NativeInvitedEvent = NonNullable<NativeBody<'invitation'>['event']>
export type NativePasskeys = NativeBody<'passkeys'>
export type NativePasswordChanged = NativeBody<'password-changed'>
export type NativeError = NativeBody<'error'>
export type NativeContacts = NativeBody<'contacts'>
export type NativeContactConflict = NativeBody<'contact-conflict'>
export type NativeContactImport = NativeBody<'contact-import'>
export type NativeCollected = NativeBody<'collected'>['people']
export type NativeDirectory = NativeBody<'directory'>
export type NativeCompletions = NativeBody<'completions'>

/** A language the page has texts in, as a BCP 47 tag. */
export type PageLanguage = Exclude<NativePreferences['language'], ''>
export type NativePreferences = NativeSettings['preferences']
export type NativeIdentity = NativeSettings['identities'][number]
export type NativeTemplate = NativeTemplates['templates'][number]
export type NativeSession = NativeSessions['sessions'][number]
export type NativeContactRow = NativeContacts['rows'][number]
export type NativeContactEntry = NativeBody<'contact'>['entry']
export type NativeContact = NativeContactEntry['contact']
export type NativeRow = NativeList['rows'][number]
export type NativeAddress = NativeRow['from'][number]
export type NativeCount = NativeRefresh['counts'][number]
export type NativeMailbox = NativeFolders['mailboxes'][number]
export type NativeListedPart = NativeMessage['attachments'][number]
export type NativePart = NativeCompose['attachments'][number]
export type NativeMessageName = NonNullable<NativeCompose['source']>

/** One message of `_action=events` (text/event-stream), in `data`. Its id resumes the stream. */
export type NativeEvent = DeepReadonly<z.infer<typeof nativeEventMessage>>
/** Why a stream of events ends. */
export type NativeEventEnd = Extract<NativeEvent, { readonly kind: 'end' }>['reason']

/** State of a page, in `<script type="application/json" id="postern-env">`. */
export type PageEnv = LoginPageEnv | MailPageEnv

export interface LoginPageEnv {
  readonly task: 'login'
  /** Missing where the password is requested. `signed-out`: the panel signs in once its user says so. `recovery`: there are codes to keep. */
  readonly step?: 'code' | 'recovery' | 'signed-out'
  /** What `navigator.credentials.get` is asked, as JSON, where the owner may show a passkey. */
  readonly passkey?: string
  readonly request_token: string
  readonly productName: string
  readonly usualLanguage: PageLanguage
  /** Why the sign-in before failed: a code of plugin/http/refusal.ts and words for the user; null on a fresh form. */
  readonly error: SignInError | null
}

export interface SignInError {
  readonly code: string
  readonly message: string
  /** Where the server failed (5xx): the id in its logs; null for what the user can change. */
  readonly requestId: string | null
}

export interface MailPageEnv {
  readonly task: 'mail'
  readonly request_token: string
  readonly productName: string
  /** The mailbox owner's login name, normally an address. */
  readonly user: string
  /** What the owner sends from; null where no address is known: then nothing can be sent. */
  readonly ownAddress: string | null
  /** How long sending can be undone where the owner has not chosen. */
  readonly undoSeconds: number
  readonly delimiter: string
  readonly pageSize: number
  /** Seconds between two timed refreshes. */
  readonly refreshSeconds: number
  /** Seconds after which a message that came on the screen unasked counts as read. */
  readonly readAfterSeconds: number
  /** Messages the page fetches before they are opened, while it has nothing else to do; 0 for none. */
  readonly readAheadMessages: number
  /** Size up to which it fetches one so. */
  readonly readAheadBytes: number
  /** Addresses of the documents that the HTML of a message is put into, before and after the reader's consent. */
  readonly messageFrames: { readonly withoutImages: string; readonly withImages: string }
  /** Bytes of all attachments of one outgoing message together. */
  readonly maxMessageBytes: number
  /** The mail server tells when a message was delivered, where it is asked to; left out where it does not. */
  readonly offersDeliveryStatus?: boolean
  /** There is a server of filters; left out where there is none. */
  readonly hasFilters?: boolean
  /** Path of the panel's dashboard, or null. */
  readonly panelHome: string | null
  /** Seconds between two heartbeats of `_action=events`; null where the timer is all there is. */
  readonly heartbeatSeconds: number | null
  /** As the owner has set them; the default ones where the store did not answer in time. */
  readonly preferences: NativePreferences
  /** Missing where there is no brand. */
  readonly brand?: PageBrand
  /** What the query of the page's address asks to be opened; null when it requests nothing. */
  readonly bookmark: PageBookmark | null
  /** What holds where the owner has chosen none: the panel's, else the browser's. */
  readonly usualLanguage: PageLanguage
}

/** How the page presents itself, beside `productName`. */
export interface PageBrand {
  /** Address of its style sheet, or null. */
  readonly style: string | null
  /** Where help, the privacy policy and the legal notice are; null for none. */
  readonly links: Readonly<Record<'help' | 'privacy' | 'legal', string | null>>
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
      readonly fields: {
        readonly to: string
        readonly cc: string
        readonly bcc: string
        readonly subject: string
        readonly text: string
        /** Message-ID of what it answers. */
        readonly inReplyTo: string | null
      }
    }
  | {
      readonly kind: 'answer'
      readonly mode: Exclude<NativeCompose['mode'], 'new'>
      readonly mailbox: string
      readonly uid: number
    }
