import type { Counters } from './cluster/counters.ts'
import type { OwnerChannel } from './cluster/owner-channel.ts'
import type { DatabaseErrorReport } from './database/error-report.ts'
import type { Documents } from './document/documents.ts'
import type { StoreLimits } from './limits.ts'
import type { StoreLog, StoreObserver } from './observer/observer.ts'
import type { PersonalDocuments, PersonalRewrite } from './personal/personal.ts'
import type { ForeignSessions, ForeignSettings, MovedSessions } from './record/foreign-session.ts'
import type { Lifetimes, SessionStore } from './record/session.ts'
import type { Users } from './record/user.ts'
import type { RedisTarget } from './redis/connect.ts'
import type { LastLogins } from './roundcube/last-logins.ts'
import type { SealKeys } from './seal/keys.ts'
import type { SessionScan } from './session/scan.ts'
import type { SpoolState } from './spool/state.ts'

/** How the store is doing, for the health page. */
export interface StoreHealth {
  readonly cache: 'up' | 'down'
  /** Records the shared database has not got yet. */
  readonly backlog: number
  /** Age of the oldest of them in ms; 0 when there is none. */
  readonly backlogMs: number
  /** The engine's code for the last write; undefined while one was taken within the last minute. */
  readonly databaseError: string | undefined
  /** Records the database refuses permanently, stored in the spool, and its code for the last of them. */
  readonly setAside: number
  readonly setAsideCode: string | undefined
  /** Unix ms at which the database was last found to lack what it had acknowledged; it was written again. */
  readonly databaseLackedAt: number | undefined
  readonly spool: SpoolState
}

/** Everything Postern remembers. */
export interface Store {
  readonly sessions: SessionStore
  /** Sessions of another program; undefined unless `foreign` names one. */
  readonly foreignSessions: (ForeignSessions & MovedSessions) | undefined
  readonly scan: SessionScan
  readonly users: Users
  /** Of a Roundcube whose database this is. */
  readonly lastLogins: Pick<LastLogins, 'note'>
  /** Counters of all instances; undefined for a single one. */
  readonly counters: Counters | undefined
  readonly documents: Documents
  readonly personal: PersonalDocuments & PersonalRewrite
  /** Messages about owners between instances. */
  readonly ownerChannel: OwnerChannel
  /** Calls back when a session ends, here or at another instance; sometimes more than once. */
  onSessionEnded(listener: (sessionId: string) => void): void
  /** Throws StoreUnavailable when even the spool does not respond. */
  health(): Promise<StoreHealth>
  /** Offers the dead letters to the database again; returns how many records. Throws StoreUnavailable. */
  retryDeadLetters(): Promise<number>
  /** Drains what it can within the time; acknowledged records that remain stay in the spool. */
  close(drainMs?: number): Promise<void>
}

export interface StoreOptions {
  readonly dataDir: string
  readonly database: { readonly url: string }
  /** null selects the cache in memory. */
  readonly redis: RedisTarget | null
  /** Whether others serve the same sessions, over the same Redis and database; needs Redis. */
  readonly isOneOfSeveral?: boolean
  readonly lifetimes: Lifetimes
  /** Another program keeps its sessions here as well. */
  readonly foreign?: ForeignSettings | undefined
  readonly keys: SealKeys
  /** Reads the keys again when another instance uses one that is missing here. */
  readonly refreshKeys?: () => Promise<void>
  readonly limits?: Partial<StoreLimits>
  /** Unix ms that ages are measured by; never goes back. */
  readonly now: () => number
  /** Unix ms of the machine's clock, for the times that other programs read; default `now`. */
  readonly wall?: () => number
  readonly random: () => number
  readonly log: StoreLog
  readonly observer?: StoreObserver
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
}
