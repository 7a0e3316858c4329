import { openStore, type KeyRing, type Store, type StoreLimits } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import type { DatabaseErrorLog } from '../log/database-error-log.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { OWN_VARIABLE } from '../session/own-sessions.ts'
import { ENDPOINT_LIMITS } from '../session-endpoint/session-endpoint.ts'
import { VIEW_VARIABLES } from '../session-endpoint/view-variables.ts'

/** A sign-in page is left open longer than this by anyone who continues with a new one. */
const PRE_LOGIN_MS = 10 * 60_000

interface StoreNeeds {
  readonly keys: KeyRing
  /** Where others may add keys. */
  readonly refreshKeys: (() => Promise<void>) | undefined
  readonly observer: Metrics['store']
  readonly databaseErrors: DatabaseErrorLog
  /** Age of things, which never goes back; and the clock of the machine. */
  readonly now: () => number
  readonly wall: () => number
  readonly log: OperationalLog
}

/** Sessions, documents and counters as the configuration wants them. Throws StoreUnavailable and MissingDriver. */
export function openConfiguredStore(
  config: Config,
  needs: StoreNeeds,
  limits: Partial<StoreLimits> = {},
): Promise<Store> {
  const { keys, refreshKeys, observer, databaseErrors, now, wall, log } = needs
  return openStore({
    dataDir: config.dataDir,
    database: config.database,
    redis: config.redis,
    isOneOfSeveral: config.instances === 'several',
    lifetimes: { ...config.session, preLoginMs: PRE_LOGIN_MS },
    foreign: foreignSettings(config),
    keys,
    ...(refreshKeys === undefined ? {} : { refreshKeys }),
    limits: {
      spoolBytes: config.limits.spoolBytes,
      personalBytes: config.limits.personalBytes,
      ...limits,
    },
    now,
    wall,
    random: Math.random,
    log,
    observer,
    reportDatabaseError: (report) => databaseErrors.refused(report),
  })
}

/** How long an end is remembered beyond the last connection that may not have heard of it. */
const FOREIGN_END_MARGIN_MS = 60_000

function foreignSettings({ webmail }: Config) {
  if (webmail.sessions === null) return undefined
  const { lifetimeMs } = webmail.sessions
  return {
    ownVariable: OWN_VARIABLE,
    viewVariables: VIEW_VARIABLES,
    lifetimeMs,
    endMs: ENDPOINT_LIMITS.idleMs + FOREIGN_END_MARGIN_MS,
  }
}
