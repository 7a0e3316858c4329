import { createSingleFlight } from '../../plugin/concurrency/single-flight.ts'
import type { SessionChannel } from '../cluster/session-end-channel.ts'
import type { CacheWriter } from '../cache/writer.ts'
import {
  expiryOf,
  isNewer,
  tombstoneMs,
  type Lifetimes,
  type SessionRecord,
  type SessionStore,
  recordOf,
  rowOf,
  type SessionFinding,
  type SessionRow,
} from '../record/session.ts'
import type { StoreLog, StoreObserver } from '../observer/observer.ts'
import { PhpFormatError } from '../php/format.ts'
import type { RequestOrigin } from '../record/request-origin.ts'
import type { SessionFinder } from './finder.ts'
import type { Replication } from '../cluster/replication.ts'
import type { Spool } from '../spool/spool.ts'
import { LRUCache } from 'lru-cache'

interface SessionStoreOptions {
  readonly finder: SessionFinder
  readonly replication: Replication
  readonly sessionChannel: SessionChannel
  /**
   * Told of sessions that end, here or at another instance: what runs for one can stop. Here before the end
   * is durable: a stream that is cut too early reconnects, one cut too late shows what it must not.
   */
  readonly onEnded: (id: string) => void
  readonly cacheWriter: Pick<CacheWriter, 'deliver'>
  readonly spool: Pick<Spool, 'createSession' | 'saveSession' | 'endSession'>
  readonly lifetimes: Lifetimes
  readonly touchEveryMs: number
  readonly memoryEntries: number
  readonly memoryMs: number
  readonly observer: StoreObserver
  readonly now: () => number
  readonly log: StoreLog
}

/** What a write has to come after. */
type Earlier = Pick<SessionRecord, 'createdAt' | 'version'>

const sessionId = /^[0-9a-f]{32}$/

/**
 * The session store (plugin/docs/architecture.md): reads go memory, cache, spool, database; writes are acknowledged
 * by the spool's COMMIT, and among several instances by a shared store
 * too. A save of an ended session counts as made before its end: it is not kept.
 */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { finder, replication, sessionChannel, onEnded } = options
  const { cacheWriter, spool, lifetimes, touchEveryMs, observer, now, log } = options
  const recent = createRecentSessions({
    maxEntries: options.memoryEntries,
    freshMs: options.memoryMs,
    lifetimes,
    now,
  })
  const singleFlight = createSingleFlight<SessionRecord | undefined>()
  let lastVersion = 0

  async function load(id: string, origin?: RequestOrigin): Promise<SessionRecord | undefined> {
    if (!sessionId.test(id)) return undefined
    const cached = recent.fresh(id)
    observer.memory[cached === undefined ? 'miss' : 'hit'] += 1
    if (cached?.kind === 'ended') return undefined
    if (cached?.kind === 'session') return ifAlive(cached)

    // Requests of one page arrive together: they share one read.
    return singleFlight.run(id, () => readThrough(id, origin))
  }

  async function readThrough(
    id: string,
    origin: RequestOrigin | undefined,
  ): Promise<SessionRecord | undefined> {
    const finding = await finder.find(id, origin)
    if (finding.kind === 'ended') recent.end(id)
    if (finding.kind !== 'session') return undefined

    const record = decode(finding)
    if (record === undefined) return undefined
    recent.remember(record)
    // While this read was under way the session may have been written or ended here.
    const latest = recent.get(id)
    return latest?.kind === 'session' ? ifAlive(latest) : undefined
  }

  function decode({
    session,
  }: Extract<SessionFinding, { kind: 'session' }>): SessionRecord | undefined {
    try {
      return recordOf(session)
    } catch (error) {
      if (!(error instanceof PhpFormatError)) throw error
      // No later read could make sense of it either, so this is "there is none", not a fault.
      log.warn({ problem: error.problem }, 'session record unreadable: ignored')
      return undefined
    }
  }

  function ifAlive({ record, expiresAt }: RecentSession): SessionRecord | undefined {
    return now() < expiresAt ? record : undefined
  }

  async function write(
    { id, variables, ip }: Pick<SessionRecord, 'id' | 'variables' | 'ip'>,
    earlier: Earlier | undefined,
    origin: RequestOrigin | undefined,
  ): Promise<SessionRecord> {
    const at = now()
    const record: SessionRecord = {
      id,
      variables,
      ip,
      changedAt: at,
      createdAt: earlier?.createdAt ?? at,
      version: nextVersion(earlier?.version ?? 0),
    }
    const stored = rowOf(record, lifetimes)
    await (earlier === undefined
      ? spool.createSession(stored, origin)
      : spool.saveSession(stored, origin))
    recent.remember(record)
    await share(stored, earlier !== undefined)
    return record
  }

  /** Awaited so that another process finds it by the time the browser comes back; bounded by its limits. */
  async function share(stored: SessionRow, isKnown: boolean): Promise<void> {
    try {
      const outcome = await (isKnown ? replication.changed(stored) : replication.created(stored))
      if (outcome === 'ended') recent.end(stored.id)
    } catch (error) {
      // No one was promised anything: no response from here may rest on it.
      recent.forget(stored.id)
      throw error
    }
  }

  /** Not from the database: a sign-in never waits for it, and a session in use is always nearer. */
  async function findEarlier(id: string): Promise<Earlier | undefined> {
    const cached = recent.get(id)
    if (cached?.kind === 'session') return cached.record
    if (cached?.kind === 'ended') return undefined
    const finding = await finder.findNear(id)
    return finding.kind === 'session' ? finding.session : undefined
  }

  /** Microseconds of the clock, strictly growing: orders writes of several processes by time. */
  function nextVersion(earlier: number): number {
    lastVersion = Math.max(lastVersion + 1, earlier + 1, now() * 1_000)
    return lastVersion
  }

  function touch(id: string, origin?: RequestOrigin): void {
    const cached = recent.get(id)
    if (cached?.kind === 'session' && now() - cached.record.changedAt < touchEveryMs) return
    touchNow(id, origin).catch((error: unknown) => {
      // Losing a touch moves the idle limit back by `touchEveryMs`, no more.
      log.info({ reason: String(error) }, 'touch not kept')
    })
  }

  async function touchNow(id: string, origin: RequestOrigin | undefined): Promise<void> {
    const record = await load(id, origin)
    if (record === undefined || now() - record.changedAt < touchEveryMs) return

    // The version stays: a touch must never win over another process's newer variables.
    const touched = { ...record, changedAt: now() }
    recent.remember(touched)
    const stored = rowOf(touched, lifetimes)
    await spool.saveSession(stored, origin)
    if ((await cacheWriter.deliver(stored)) === 'ended') recent.end(id)
  }

  async function destroy(id: string, origin?: RequestOrigin): Promise<void> {
    onEnded(id)
    const earlier = await findEarlier(id)
    // Ended here before it is durable, so that nothing under way can bring it back in between.
    recent.end(id)
    const expiresAt = now() + tombstoneMs(lifetimes)
    const end = { id, version: nextVersion(earlier?.version ?? 0), expiresAt }
    try {
      await spool.endSession(end, origin)
    } catch (error) {
      recent.forget(id)
      throw error
    }
    await replication.ended(end)
  }

  sessionChannel.onChange(({ kind, id }) => {
    if (kind === 'changed') {
      recent.forget(id)
      return
    }
    // A read under way must not bring back what it saw before the end.
    if (recent.get(id) !== undefined || singleFlight.has(id)) recent.end(id)
    onEnded(id)
  })

  return {
    load,
    create: (id, variables, ip, origin) => write({ id, variables, ip }, undefined, origin),
    save: async (id, variables, ip, origin) =>
      write({ id, variables, ip }, await findEarlier(id), origin),
    touch,
    destroy,
  }
}

/** What this process last knew of an id. */
export type Recent = RecentSession | { readonly kind: 'ended' }

interface RecentSession {
  readonly kind: 'session'
  readonly record: SessionRecord
  readonly seenAt: number
  /** Unix ms, computed once for the record: each request needs it. */
  readonly expiresAt: number
}

/**
 * The sessions this process used last, decoded. A fresh entry needs no I/O; an older one still
 * reports a writer the version and the birth of the session.
 */
export interface RecentSessions {
  get(id: string): Recent | undefined
  /** The record if it was seen within the fresh time, `ended`, or undefined. */
  fresh(id: string): Recent | undefined
  /** Keeps the record unless something newer, or its end, is known. */
  remember(record: SessionRecord): void
  end(id: string): void
  forget(id: string): void
}

interface RecentSessionsOptions {
  readonly maxEntries: number
  /** How long an entry is believed: how late another process's change may be seen here. */
  readonly freshMs: number
  readonly lifetimes: Lifetimes
  readonly now: () => number
}

/** Bounded; the least recently used entry goes first. */
export function createRecentSessions(options: RecentSessionsOptions): RecentSessions {
  const { maxEntries, freshMs, lifetimes, now } = options
  const entries = new LRUCache<string, Recent>({ max: maxEntries })

  return {
    get: (id) => entries.get(id),
    fresh(id) {
      const entry = entries.get(id)
      if (entry?.kind !== 'session') return entry
      return Math.abs(now() - entry.seenAt) < freshMs ? entry : undefined
    },
    remember(record) {
      const cached = entries.get(record.id)
      if (cached?.kind === 'ended') return
      if (cached?.kind === 'session' && isNewer(cached.record, record)) return
      const expiresAt = expiryOf(record, lifetimes)
      entries.set(record.id, { kind: 'session', record, seenAt: now(), expiresAt })
    },
    end: (id) => void entries.set(id, { kind: 'ended' }),
    forget: (id) => void entries.delete(id),
  }
}
