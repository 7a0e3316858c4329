import type { Upstream } from '../proxy/upstream.ts'
import type { Accounts } from '../proxy/mail/account.ts'
import type { SharedRenderer } from '../proxy/mail/render/renderer.ts'
import type { Submission } from '../proxy/mail/submission.ts'
import type { SessionStore } from '../store/session-record.ts'
import type { Users } from '../store/users.ts'
import type { CopyFiler } from './actions/copy-filer.ts'
import type { Searches } from './actions/searches.ts'
import type { Sends } from './actions/sends.ts'
import type { Views } from './actions/views.ts'
import type { Assets } from './assets.ts'
import type { Compress } from './compression.ts'
import type { Config } from './config-schema.ts'
import type { EventStreams } from './events/event-streams.ts'
import type { TrustedProxies } from './gate/client-ip.ts'
import type { SignInOutcome } from './metrics/metrics.ts'
import type { Panel } from './panel/panel.ts'
import type { ReadParameters } from './read-parameters.ts'
import type { PasswordSeal } from './session/password-seal.ts'
import type { FolderChoices } from './session/folder-choices.ts'
import type { LoadSession } from './session/koa-session.ts'
import type { Throttle } from './sign-in/throttle.ts'

/** Everything the way of a request needs, built once in compose.ts. */
export interface House {
  readonly config: Config
  /** Which raw URLs are the webmail path. */
  readonly webmailPath: { readonly letters: string; readonly app: string }
  readonly proxies: TrustedProxies
  readonly panel: Panel
  /** undefined: nothing stands behind the gate, other paths are 404. */
  readonly panelUpstream: Upstream | undefined
  /** The webmail behind us in accelerate mode. */
  readonly webmailUpstream: Upstream | undefined
  readonly sessions: SessionStore
  readonly loadSession: LoadSession
  readonly seal: PasswordSeal
  readonly users: Users
  readonly throttle: Throttle
  readonly countSignIn: (outcome: SignInOutcome) => void
  readonly accounts: Accounts
  readonly submission: Submission
  readonly renderer: SharedRenderer
  readonly viewsOf: (sessionId: string) => Views
  readonly searches: Searches
  readonly sends: Sends
  readonly copyFiler: CopyFiler
  readonly folderChoices: FolderChoices
  readonly events: EventStreams
  readonly readParameters: ReadParameters
  readonly assets: Assets
  readonly compress: Compress
  readonly now: () => number
}
