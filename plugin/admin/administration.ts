import { StoreUnavailable, type KeyRing, type Store, type StoreHealth } from '../../store/index.ts'
import type { MailEngineState } from '../../proxy/mail/index.ts'
import type { Config } from '../config/schema.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RecentFailures } from '../metrics/request-observer.ts'
import { examineBackends } from './status/backends.ts'
import { createLiveSessions, type LiveSessions } from './status/live-sessions.ts'
import type { Status } from './status/page.ts'

/** What the admin listener tells of the process. */
export interface Health {
  /** True when a backend is down and Postern serves without it. */
  readonly isDegraded: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** What an administrator sees of the running process, and may do to it. */
export interface Administration {
  health(): Promise<Health>
  metrics(): Promise<{ readonly type: string; readonly body: string }>
  status(): Promise<Status>
  readonly sessions: LiveSessions
  /** Offers records the database refused for good to it again; answers how many. */
  retryDeadLetters(): Promise<number>
  /** Reads the keys again and answers the id of the one that seals. Rejects when they cannot be read. */
  reloadKeys(): Promise<string>
}

interface AdministrationParts {
  readonly config: Config
  readonly version: string
  readonly store: Store
  readonly mailEngine: () => MailEngineState
  readonly metrics: Metrics
  readonly failures: RecentFailures
  readonly keys: KeyRing
  readonly lostLogLines: () => number
  readonly now: () => number
}

const SESSIONS_SHOWN = 50
const BACKEND_TIMEOUT_MS = 1_500

/** Puts together what the parts know; starts nothing and keeps nothing. */
export function createAdministration(parts: AdministrationParts): Administration {
  const { config, version, store, mailEngine, metrics, failures, keys, now } = parts
  const startedAt = now()
  const sessions = createLiveSessions({ scan: store.scan, sessions: store.sessions })
  metrics.observe({ mailEngine, storeHealth: () => store.health(), version })

  return {
    sessions,
    retryDeadLetters: () => store.retryDeadLetters(),
    metrics: () => metrics.render(),
    async health() {
      const state = await store.health()
      return {
        isDegraded: isDegraded(state),
        details: { version, threadPool: threadPoolSize(), store: state },
      }
    },
    async status() {
      const limits = { timeoutMs: BACKEND_TIMEOUT_MS, now }
      const [backends, health, list] = await Promise.all([
        examineBackends(config, () => store.health(), limits),
        store.health().catch(unlessUnavailable),
        sessions.list(SESSIONS_SHOWN),
      ])
      return {
        version,
        node: process.version,
        at: now(),
        startedAt,
        memoryBytes: process.memoryUsage.rss(),
        backends,
        mailEngine: mailEngine(),
        store: health,
        sessions: list,
        failures: failures.list(),
        lostLogLines: parts.lostLogLines(),
      }
    },
    async reloadKeys() {
      await keys.reload()
      return keys.newest.kid
    },
  }
}

function isDegraded({ cache, databaseError, setAside, spool }: StoreHealth): boolean {
  const isSpoolFull = spool.usedBytes >= spool.maxBytes
  const isSpoolDown = spool.writeError !== undefined
  return (
    cache === 'down' || databaseError !== undefined || setAside > 0 || isSpoolFull || isSpoolDown
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
