import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { SessionJournal } from '../journal/journal.ts'
import type { StoreLog, StoreObserver } from '../observer/observer.ts'
import { PhpFormatError } from '../php/format.ts'
import { variableNames } from '../php/variable-names.ts'
import type { ForeignSettings } from '../record/foreign-session.ts'
import { isNewer, type SessionFinding } from '../record/session.ts'
import type { DatabaseIds } from './database-ids.ts'
import type { DeferredRows } from './deferred-rows.ts'
import type { SessionFinder } from './finder.ts'
import { foreignRow, type ForeignRow } from './foreign-row.ts'

/** What a look-up needs. */
export interface ForeignLookupOptions extends Pick<ForeignSettings, 'ownVariable' | 'lifetimeMs'> {
  readonly finder: SessionFinder
  /** For a session that is new while the database does not respond; undefined among several instances. */
  readonly databaseIds: Pick<DatabaseIds, 'lacks'> | undefined
  /** Whether other instances write the same sessions: a row that waits here may be older than theirs. */
  readonly isShared: boolean
  /** Where a write is durable sooner than in the spool; undefined among several instances, and where it cannot be used. */
  readonly journal: SessionJournal | undefined
  /** Rows whose writing no caller waits for. */
  readonly deferred: DeferredRows
  readonly memoryEntries: number
  readonly memoryBytes: number
  /** How late another instance's change may be seen here. */
  readonly memoryMs: number
  readonly observer: StoreObserver
  readonly now: () => number
  readonly log: StoreLog
}

/** What was found of an id. An end is a row without a session. */
export type Found =
  | { readonly kind: 'row'; readonly row: ForeignRow; readonly isOwn: boolean }
  | { readonly kind: 'ended' }
  | { readonly kind: 'none' }

type Stored = Exclude<Found, { kind: 'none' }> & { readonly seenAt: number }

/** Finds another program's sessions: in memory, among what is on its way to the spool, then where the finder looks. */
export interface ForeignLookup {
  /** Throws StoreUnavailable. */
  find(id: string): Promise<Found>
  /** Without the database, which was queried before. Throws StoreUnavailable. */
  findNear(id: string): Promise<Found>
  /** Returns what is in memory now: something newer may have been written meanwhile. */
  remember(id: string, cached: Found): Found
  drop(id: string): void
}

/** Remembers nothing at first. */
export function createForeignLookup(options: ForeignLookupOptions): ForeignLookup {
  const { finder, journal, deferred, observer, now, log } = options
  const { ownVariable, lifetimeMs, memoryMs, isShared } = options
  const memory = new LRUCache<string, Stored>({
    max: options.memoryEntries,
    maxSize: options.memoryBytes,
    sizeCalculation: (stored) => 300 + (stored.kind === 'row' ? stored.row.size : 0),
  })

  function remembered(id: string): Found | undefined {
    const stored = memory.get(id)
    const isFresh = stored !== undefined && Math.abs(now() - stored.seenAt) < memoryMs
    observer.memory[isFresh ? 'hit' : 'miss'] += 1
    return isFresh ? stored : undefined
  }

  function remember(id: string, cached: Found): Found {
    const there = memory.get(id)
    // Written here while this was read.
    if (there?.kind === 'row' && cached.kind === 'row' && isNewer(there.row, cached.row))
      return there
    if (cached.kind === 'none') return cached
    memory.set(id, { ...cached, seenAt: now() })
    return cached
  }

  /** Rows on their way to the spool. A deferred one is dropped by the next write, so where there is one it is the newer. */
  function waiting(id: string): Found | undefined {
    const late = isShared ? undefined : deferred.find(id)
    const row = late ?? journal?.find(id)
    if (row === undefined) return undefined
    return remember(id, { kind: 'row', row: late ?? foreignRow(row), isOwn: false })
  }

  async function lookUp(id: string): Promise<Found> {
    return remembered(id) ?? waiting(id) ?? remember(id, await query(id))
  }

  /** A database that is locked against readers as well must not keep users from signing in whose sessions it cannot have. */
  async function query(id: string): Promise<Found> {
    try {
      return foundIn(await finder.find(id))
    } catch (error) {
      const isDatabase = error instanceof StoreUnavailable && error.store === 'database'
      if (isDatabase && options.databaseIds?.lacks(id) === true) return { kind: 'none' }
      throw error
    }
  }

  async function lookNear(id: string): Promise<Found> {
    return remembered(id) ?? waiting(id) ?? remember(id, foundIn(await finder.findNear(id)))
  }

  function foundIn(finding: SessionFinding): Found {
    if (finding.kind !== 'session') return finding
    const { session } = finding
    // Rows that the other program wrote itself do not say when they end.
    const expiresAt = session.version === 0 ? session.changedAt + lifetimeMs : session.expiresAt
    return { kind: 'row', row: foreignRow({ ...session, expiresAt }), isOwn: isOwn(session.vars) }
  }

  function isOwn(vars: string): boolean {
    try {
      return variableNames(Buffer.from(vars, 'base64')).includes(ownVariable)
    } catch (error) {
      if (!(error instanceof PhpFormatError)) throw error
      log.warn({ problem: error.problem }, 'session record unreadable: left to whose it is')
      return false
    }
  }

  return { find: lookUp, findNear: lookNear, remember, drop: (id) => void memory.delete(id) }
}
