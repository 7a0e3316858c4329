import { openStore, type KeyRing, type Store } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import type { DatabaseErrorLog } from '../log/database-error-log.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { OWN_VARIABLE } from '../session/own-sessions.ts'
import { VIEW_VARIABLES } from '../session-endpoint/view-variables.ts'

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
export function openConfiguredStore(config: Config, needs: StoreNeeds): Promise<Store> {
  const { keys, refreshKeys, observer, databaseErrors, now, wall, log } = needs
  const { limits } = config
  return openStore({
    dataDir: config.dataDir,
    database: config.database,
    redis: config.redis,
    isOneOfSeveral: config.instances === 'several',
    lifetimes: config.session,
    foreign: foreignSettings(config),
    keys,
    ...(refreshKeys === undefined ? {} : { refreshKeys }),
    limits: {
      spoolBytes: limits.spoolBytes,
      documents: limits.sendsKept,
      personalDocuments: limits.personalDocuments,
      personalBytes: limits.personalBytes,
      personalBodyBytes: limits.personalBodyBytes,
      ...(config.redis === null ? {} : { cacheTimeoutMs: config.redis.timeoutMs }),
      databaseReadMs: config.database.readTimeoutMs,
      databaseTimeoutMs: config.database.timeoutMs,
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
  const { lifetimeMs, idleMs } = webmail.sessions
  return {
    ownVariable: OWN_VARIABLE,
    viewVariables: VIEW_VARIABLES,
    lifetimeMs,
    endMs: idleMs + FOREIGN_END_MARGIN_MS,
  }
}
