import type { OutboxCounts } from '../outbox/due-index.ts'
import type { StagingCounts } from '../uploads/staging.ts'
import { StoreUnavailable, type KeyRing, type Store, type StoreHealth } from '../../store/index.ts'
import type { MailEngineState } from '../../proxy/mail/index.ts'
import type { Config } from '../config/schema.ts'
import type { AuditLog } from '../log/audit-log.ts'
import type { Migration } from '../migration/migrate.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RecentFailures } from '../metrics/recent-failures.ts'
import { acceleratorFindings, shareOf } from '../findings/accelerator-findings.ts'
import { backendFindings } from '../findings/backend-findings.ts'
import type { Finding } from '../findings/finding.ts'
import { storeFindings } from '../findings/store-findings.ts'
import type { AcceleratedCounts } from '../metrics/accelerated-counts.ts'
import type { Switches } from '../accelerator/request/switches.ts'
import type { BackendId } from '../config/sections/health.ts'
import type { Resealing } from '../key-rotation/reseal.ts'
import type { Passkeys } from '../second-factor/passkeys.ts'
import type { SecondFactors } from '../second-factor/second-factors.ts'
import type { Takeover } from '../session-endpoint/takeover.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { createPersonalData, type PersonalData } from './personal-data.ts'
import { createRoundcubeSessions, type RoundcubeSessions } from './roundcube-sessions.ts'
import { createBackendMonitor } from './status/backend-monitor.ts'
import { examineBackends } from './status/backends.ts'
import { createLiveSessions, type LiveSessions } from './status/live-sessions.ts'
import type { Status } from './status/page.ts'

/** What the admin listener reports the process. */
export interface Health {
  /** True when a backend is down and Postern serves without it. */
  readonly isDegraded: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether a load balancer should send requests (`health.required`). */
export interface Readiness {
  readonly isReady: boolean
  /** By name whether it answered when it was last asked; those that were not asked yet are missing. */
  readonly backends: Readonly<Partial<Record<BackendId, 'up' | 'down'>>>
  /** Which of the required ones did not. */
  readonly missing: readonly BackendId[]
}

/** What an administrator sees of the running process, and may do to it. */
export interface Administration {
  /** That the process lives, and how the store is doing. */
  health(): Promise<Health>
  readiness(): Promise<Readiness>
  metrics(): Promise<{ readonly type: string; readonly body: string }>
  /** With the sessions of one login name, or the one with that short id, where `sessionsOf` is given. */
  status(sessionsOf?: string): Promise<Status>
  /** Has an action of the accelerator answered here, or by Roundcube, until the process ends; false for one without a switch. */
  turnAction(action: string, to: 'on' | 'off'): boolean
  readonly sessions: LiveSessions
  /** undefined: no other webmail keeps its sessions here. */
  readonly roundcubeSessions: RoundcubeSessions | undefined
  readonly personal: PersonalData
  /** Offers records the database refused permanently to it again; answers how many. */
  retryDeadLetters(): Promise<number>
  /** Takes codes and passkeys away from a login name that has lost them; false where there was none. Throws StoreUnavailable. */
  removeSecondFactor(user: string): Promise<{ readonly isRemoved: boolean }>
  /** Reads the keys again and answers the id of the one that seals. Rejects when they cannot be read. */
  reloadKeys(): Promise<string>
  /** Seals under the newest key what is sealed permanently. Throws StoreUnavailable. */
  reseal(): Promise<Resealing>
  /** What there is to do about the process and what it depends on. */
  findings(): Promise<readonly Finding[]>
}

interface AdministrationParts {
  readonly config: Config
  /** A backend is examined for `/readyz` and metrics at most once in it; default BACKEND_FRESH_MS. */
  readonly backendFreshMs?: number
  /** Which backends make an instance not ready, just now. */
  readonly requiredBackends: () => readonly BackendId[]
  readonly version: string
  readonly store: Store
  readonly takeover: Takeover
  readonly mailEngine: () => MailEngineState
  /** What waits to be sent, of all owners and instances. */
  readonly outbox: () => OutboxCounts
  /** Files that are attached and lie on this instance's disk. */
  readonly uploads: () => StagingCounts
  /** undefined: there is no webmail behind us. */
  readonly accelerator:
    { readonly counts: AcceleratedCounts; readonly switches: Switches | undefined } | undefined
  readonly metrics: Metrics
  readonly failures: RecentFailures
  readonly keys: KeyRing
  readonly audit: AuditLog
  readonly migration: Migration
  readonly parsing: Pick<Parsing, 'readImport'>
  readonly secondFactors: Pick<SecondFactors, 'remove'>
  readonly passkeys: Pick<Passkeys, 'list' | 'remove'>
  readonly reseal: () => Promise<Resealing>
  readonly lostLogLines: () => number
  readonly waitingLogBytes: () => number
  readonly now: () => number
}

/** Shorter than the default period of anyone who scrapes metrics. */
export const BACKEND_FRESH_MS = 15_000
/** A backend that has not responded by then is down: load balancers ask with a limit of 2 s and more. */
const BACKEND_MS = 1_500

const SESSIONS_SHOWN = 50

/** Puts together what the parts know; starts nothing and keeps nothing. */
export function createAdministration(parts: AdministrationParts): Administration {
  const { config, version, store, mailEngine, accelerator, metrics, failures, keys, now } = parts
  const startedAt = now()
  const sessions = createLiveSessions({
    scan: store.scan,
    sessions: store.sessions,
    foreignSessions: store.foreignSessions,
    audit: parts.audit,
  })
  const examine = () => {
    return examineBackends(config, () => store.health(), { timeoutMs: BACKEND_MS, now })
  }
  const findingsOf = (storeHealth: StoreHealth | undefined): readonly Finding[] => [
    ...(storeHealth === undefined ? [] : storeFindings(storeHealth, now())),
    ...acceleratorFindings(shareOf(accelerator?.counts.recent() ?? [])),
  ]
  const watch = createBackendMonitor({
    examine,
    freshMs: parts.backendFreshMs ?? BACKEND_FRESH_MS,
    now,
  })
  metrics.observe({
    mailEngine,
    outbox: parts.outbox,
    uploads: parts.uploads,
    storeHealth: () => store.health(),
    backends: () => watch.look(),
    lostLogLines: parts.lostLogLines,
    waitingLogBytes: parts.waitingLogBytes,
    version,
  })

  return {
    sessions,
    roundcubeSessions:
      store.foreignSessions === undefined
        ? undefined
        : createRoundcubeSessions({
            sessions: store.foreignSessions,
            scan: store.scan,
            takeover: parts.takeover,
          }),
    personal: createPersonalData({
      personal: store.personal,
      mailHost: config.imap.host,
      migration: parts.migration,
      parsing: parts.parsing,
    }),
    retryDeadLetters: () => store.retryDeadLetters(),
    metrics: () => metrics.render(),
    async health() {
      const state = await store.health().catch(unlessUnavailable)
      return {
        isDegraded: state === undefined || isDegraded(state),
        details: {
          version,
          threadPool: threadPoolSize(),
          store: state ?? 'unavailable',
          accelerated: accelerator === undefined ? undefined : shareOf(accelerator.counts.recent()),
        },
      }
    },
    async readiness() {
      const required = parts.requiredBackends()
      // Who requires none of them waits for none: a hung backend must not make a probe late.
      const backends = required.length === 0 ? watch.latest() : await watch.look()
      const spool = (await store.health().catch(unlessUnavailable)) === undefined ? 'down' : 'up'
      const states = Object.fromEntries(backends.map(({ id, state }) => [id, state]))
      const missing = required.filter((id) => states[id] !== 'up')
      return {
        isReady: spool === 'up' && missing.length === 0,
        backends: { spool, ...states },
        missing: spool === 'up' || missing.includes('spool') ? missing : ['spool', ...missing],
      }
    },
    async status(sessionsOf) {
      const [backends, storeHealth, list] = await Promise.all([
        examine(),
        store.health().catch(unlessUnavailable),
        sessions.list(SESSIONS_SHOWN, sessionsOf),
      ])
      const counts = accelerator?.counts.recent() ?? []
      return {
        version,
        node: process.version,
        at: now(),
        startedAt,
        memoryBytes: process.memoryUsage.rss(),
        backends,
        mailEngine: mailEngine(),
        outbox: parts.outbox(),
        uploads: parts.uploads(),
        store: storeHealth,
        findings: findingsOf(storeHealth),
        accelerator:
          accelerator === undefined
            ? undefined
            : { counts, switches: accelerator.switches?.list() ?? [] },
        sessions: list,
        sessionsOf,
        failures: failures.list(),
        lostLogLines: parts.lostLogLines(),
      }
    },
    async findings() {
      const [backends, storeHealth] = await Promise.all([
        watch.look(),
        store.health().catch(unlessUnavailable),
      ])
      return [...backendFindings(backends), ...findingsOf(storeHealth)]
    },
    turnAction(action, to) {
      if (accelerator?.switches?.turn(action, to) !== true) return false
      const event = to === 'off' ? 'action-off' : 'action-on'
      parts.audit.note({ event, result: 'done', action, ip: 'admin', how: 'status-page' })
      return true
    },
    async removeSecondFactor(user) {
      const owner = { username: user.toLowerCase(), mailHost: config.imap.host }
      let isRemoved = await parts.secondFactors.remove(owner)
      for (const { id } of await parts.passkeys.list(owner)) {
        isRemoved = (await parts.passkeys.remove(owner, id)) || isRemoved
      }
      const result = isRemoved ? 'done' : 'not_found'
      const event = 'second-factor-off'
      parts.audit.note({ event, result, user, ip: 'admin', how: 'command' })
      return { isRemoved }
    },
    reseal: () => parts.reseal(),
    async reloadKeys() {
      await keys.reload()
      return keys.newest.kid
    },
  }
}

function isDegraded({ cache, databaseError, setAside: deadLetters, spool }: StoreHealth): boolean {
  const isSpoolFull = spool.usedBytes >= spool.maxBytes
  const isSpoolDown = spool.writeError !== undefined
  return (
    cache === 'down' || databaseError !== undefined || deadLetters > 0 || isSpoolFull || isSpoolDown
  )
}

/** libuv's own default is 4, which four waiting SQLite handles use up (libuv, "Thread pool work scheduling"). */
function threadPoolSize(): number {
  return Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
}

function unlessUnavailable(error: unknown): undefined {
  if (error instanceof StoreUnavailable) return undefined
  throw error
}
