import type { Upstream } from '../../proxy/upstream/upstream.ts'
import type {
  Accounts,
  Credential,
  FilterServer,
  Renderer,
  Submission,
} from '../../proxy/mail/index.ts'
import type { DocumentOwner, SessionStore, Users } from '../../store/index.ts'
import type { ContactBook } from '../contacts/book/contact-book.ts'
import type { Directory } from '../contacts/directory/directory.ts'
import type { CopyFiler } from '../actions/send/copy-filer.ts'
import type { Searches } from '../actions/contract/searches.ts'
import type { Sends } from '../actions/sent/sends.ts'
import type { Views } from '../actions/contract/contexts.ts'
import type { Accelerator } from '../accelerator/accelerator.ts'
import type { SignIns } from '../accelerator/sign-in/sign-ins.ts'
import type { PassReason } from '../accelerator/request/response.ts'
import type { AcceleratedAction } from '../accelerator/request/hot-request.ts'
import type { Assets } from '../http/assets/assets.ts'
import type { Brands } from '../branding/brands.ts'
import type { Compress } from '../http/compression.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import type { RecodingFor } from '../http/recoding.ts'
import type { VersionedFiles } from '../http/assets/versioned-files.ts'
import type { Config } from '../config/schema.ts'
import type { AuditLog } from '../log/audit-log.ts'
import type { EventStreams } from '../events/streams.ts'
import type { TrustedProxies } from '../gate/trusted-headers.ts'
import type { SignInOutcome } from '../metrics/metrics.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { PagePacing } from '../pages/page-pacing.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { Panel } from '../panel/adapter/panel.ts'
import type { ReadParameters } from '../http/body/read-parameters.ts'
import type { UploadRoom } from '../http/body/upload-budget.ts'
import type { PasswordChange } from '../password/password-change.ts'
import type { PasswordSeal } from '../session/password-seal.ts'
import type { Passkeys } from '../second-factor/passkeys.ts'
import type { SecondFactors } from '../second-factor/second-factors.ts'
import type { FolderChoices } from '../settings/folder-choices.ts'
import type { SettingsStore } from '../settings/owner-settings.ts'
import type { OwnerSessions } from '../session/owner-sessions.ts'
import type { LoadSession } from '../session/koa-session.ts'
import type { Throttle } from '../sign-in/throttle.ts'
import type { PostOneClick } from '../unsubscribe/one-click.ts'
import type { Staging } from '../uploads/staging.ts'

/** Everything the way of a request needs, built once in compose.ts. */
export interface RequestServices {
  readonly config: Config
  readonly limits: RequestLimits
  readonly pacing: PagePacing
  /** Which raw URLs are the webmail path. */
  readonly webmailPath: { readonly letters: string; readonly app: string }
  readonly proxies: TrustedProxies
  readonly panel: Panel
  /** undefined: nothing is behind the gate, other paths are 404. */
  readonly panelUpstream: Upstream | undefined
  /** The webmail behind us in accelerate mode. */
  readonly webmailUpstream: Upstream | undefined
  /** undefined: the webmail behind us answers everything. */
  readonly accelerator: Accelerator | undefined
  /** To the webmail behind us; undefined: it signs in everybody itself. */
  readonly signIns: SignIns | undefined
  /** Counts who answered a request that the accelerator knows: we, or Roundcube for a reason. */
  readonly countAccelerated: (action: AcceleratedAction, by: PassReason | 'postern') => void
  readonly sessions: SessionStore
  readonly loadSession: LoadSession
  readonly seal: PasswordSeal
  readonly users: Users
  readonly throttle: Throttle
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  /** Of guesses of second factors. */
  readonly codeThrottle: Throttle
  /** undefined: owners change the password of their mailbox elsewhere. */
  readonly passwordChange: PasswordChange | undefined
  readonly audit: AuditLog
  readonly countSignIn: (outcome: SignInOutcome) => void
  readonly accounts: Accounts
  readonly submission: Submission
  /** undefined: the page offers no filters. */
  readonly filters: FilterServer | undefined
  readonly renderer: Renderer
  /** To the servers of mailing lists. */
  readonly postOneClick: PostOneClick
  readonly viewsOf: (sessionId: string) => Views
  readonly searches: Searches
  readonly sends: Sends
  /** The contacts of anyone who is signed in, shared with a CardDAV server where one is configured. */
  readonly contactsOf: (owner: DocumentOwner, credential: Credential) => ContactBook
  /** Of what others made, in threads. */
  readonly parsing: Parsing
  /** undefined: the company has no directory here. */
  readonly directory: Directory | undefined
  readonly copyFiler: CopyFiler
  /** Files that are attached, until their message is sent or stored. */
  readonly staging: Staging
  readonly outbox: Outbox
  readonly folderChoices: FolderChoices
  readonly settings: SettingsStore
  /** Takes over what a user had in the webmail before, once. Never fails, and takes no longer than configured. */
  readonly migrateAtSignIn: (owner: DocumentOwner) => Promise<void>
  /** Notifies the open pages of an owner, of all instances, which settings stand. */
  readonly publishSettings: (owner: DocumentOwner, revision: number) => void
  readonly ownerSessions: OwnerSessions
  readonly events: EventStreams
  readonly readParameters: ReadParameters
  /** Memory for files that are attached. */
  readonly uploadRoom: UploadRoom
  readonly assets: Assets
  readonly brands: Brands
  readonly compress: Compress
  /** For answers of the webmail behind us. */
  readonly recodingFor: RecodingFor
  /** Of the webmail behind us. */
  readonly versionedFiles: VersionedFiles
  readonly now: () => number
}
