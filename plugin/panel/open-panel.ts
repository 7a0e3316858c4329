import type { Logger } from 'pino'
import type { Config } from '../config/schema.ts'
import { CPANEL_COOKIES } from './cpanel/session/fields.ts'
import { CPANEL_HELPER_URL } from './examine-panel.ts'
import { createHttpPanel } from './http/http.ts'
import { CPANEL_LOCALE_COOKIE, withLocaleCookie } from './locale-cookie.ts'
import type { Panel, PanelCredential } from './adapter/panel.ts'
import { createShimPanel } from './shim/shim.ts'
import { createStaticPanel } from './static.ts'

interface OpenPanelOptions {
  readonly config: Config['panel']
  readonly hmacKey: Buffer
  /** From the credentials directory; see createHttpPanel. */
  readonly handOverSecret?: string | undefined
  /** From the credentials directory; needed when `panel.master` is set. */
  readonly masterPassword?: string | undefined
  readonly isProduction: boolean
  /** Measures ages. */
  readonly now: () => number
  /** Unix ms of the machine's clock, for times that a panel tells; default `now`. */
  readonly wall?: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** How a panel verifies sessions over HTTP. Verdicts are remembered for as long as a session that ended there may continue here. */
const SUB_REQUEST_LIMITS = {
  timeoutMs: 3_000,
  positiveCacheMs: 10_000,
  negativeCacheMs: 2_000,
  cacheEntries: 20_000,
}

/** The same for the helper on this machine, which is quicker. */
const HELPER_LIMITS = {
  timeoutMs: 2_000,
  positiveCacheMs: 5_000,
  negativeCacheMs: 1_000,
  cacheEntries: 20_000,
}

const SHIM_LIMITS = {
  /** How old a signature may be: both clocks are of the same machine, a queue of PHP takes seconds. */
  clockSkewMs: 30_000,
  /** Signed requests of one account within twice that time, each remembered so that none counts twice. */
  requestsPerAccount: 20_000,
}

/** One row per panel adapter; a new panel is a file beside this one and a row here. */
const adapters: Readonly<Record<Config['panel']['adapter'], (options: OpenPanelOptions) => Panel>> =
  {
    static: ({ config, isProduction, ...options }) =>
      createStaticPanel({
        ...common(config, options),
        ...config.static,
        cookies: config.http.cookies,
        isProduction,
      }),
    http: ({ config, handOverSecret, ...options }) => {
      const { authUrl, cookies } = config.http
      if (authUrl === null) throw new Error('panel.http.authUrl must be set')
      return createHttpPanel({
        ...common(config, options),
        ...SUB_REQUEST_LIMITS,
        authUrl,
        forwardedCookies: cookies,
        handOverSecret,
      })
    },
    shim: ({ config, ...options }) =>
      withLocaleCookie(
        createShimPanel({ ...common(config, options), ...SHIM_LIMITS, ...config.shim }),
        CPANEL_LOCALE_COOKIE,
      ),
    // This process never sees the session files: it queries the privileged helper (cpanel/helper.ts) as it would
    // ask any panel over HTTP, and is told who it is and no password.
    cpanel: ({ config, ...options }) =>
      withLocaleCookie(
        createHttpPanel({
          ...common(config, options),
          ...HELPER_LIMITS,
          name: 'cpanel',
          authUrl: CPANEL_HELPER_URL,
          socketPath: config.cpanel.socket,
          forwardedCookies: CPANEL_COOKIES,
        }),
        CPANEL_LOCALE_COOKIE,
      ),
  }

/** What every adapter gets. */
function common(
  { homePath }: Config['panel'],
  { hmacKey, now, wall = now, log }: Pick<OpenPanelOptions, 'hmacKey' | 'now' | 'wall' | 'log'>,
) {
  return { homePath: homePath ?? undefined, hmacKey, now, wall, log }
}

/** Opens the configured panel. Throws when the configuration contradicts itself. */
export function openPanel(options: OpenPanelOptions): Panel {
  const panel = adapters[options.config.adapter](options)
  const { master } = options.config
  if (master === null) return panel
  const { masterPassword } = options
  if (masterPassword === undefined) throw new Error('panel.master needs imap-master.secret')
  return withMasterUser(panel, { ...master, password: masterPassword })
}

/** A Dovecot master user, who may sign in for every mailbox. */
interface MasterUser {
  readonly user: string
  readonly password: string
  /** `auth_master_user_separator`; null uses a SASL authorization identity (RFC 4616) instead. */
  readonly separator: string | null
}

/**
 * The same panel, with the master user's credential where the panel proves a mailbox but has no
 * password to hand over. A principal without a subject is asked as before: there is no mailbox to open.
 */
export function withMasterUser(panel: Panel, master: MasterUser): Panel {
  return {
    ...panel,
    async credential(principal, signal) {
      const given = await panel.credential(principal, signal)
      const { subject } = principal
      if (given.kind !== 'prompt' || subject === undefined) return given
      return masterCredential(master, subject)
    },
  }
}

function masterCredential(
  { user, password, separator }: MasterUser,
  mailbox: string,
): PanelCredential {
  if (separator === null) return { kind: 'master', user, authorizationId: mailbox, password }
  // With the separator inside, Dovecot would read another mailbox or another master user out of it.
  if (mailbox.includes(separator)) return { kind: 'prompt' }
  return {
    kind: 'master',
    user: `${mailbox}${separator}${user}`,
    authorizationId: undefined,
    password,
  }
}
