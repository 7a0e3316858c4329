import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs, withJitter } from '../../plugin/concurrency/backoff.ts'
import {
  databaseErrorReport,
  type DatabaseErrorReport,
  originOfOne,
  reportsByRequest,
} from '../database/error-report.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseCheck } from './database-check.ts'
import { batchSize, halves, oldestQueuedAt, type DrainBatch } from '../spool/drain-batch.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog, StoreObserver } from '../observer/observer.ts'
import type { Spool } from '../spool/spool.ts'
import { isLocked, isRecordRefused, type SqlError } from '../database/sql-error.ts'
import { isDamaged } from '../sql/sqlite-fault.ts'

/** State of the way from the spool to the shared database. */
export interface DrainState {
  /** Code of the last failed attempt; undefined since the database took a write, which is tried twice a minute at least. */
  readonly lastError: string | undefined
}

interface DrainerOptions {
  readonly spool: Spool
  readonly database: Database
  readonly check: DatabaseCheck
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
  readonly observer: StoreObserver
  readonly now: () => number
  readonly random: () => number
  readonly log: StoreLog
}

const rowsPerTransaction = 500
// Long enough that a burst shares a transaction, short enough that other programs see a sign-in at once.
const gatherMs = 20
// While commits continue, each of its transactions takes what several sign-ins left: they cost more of the processor than these.
const burstMs = 100
const reportEveryMs = 10_000

const BACKOFF = { firstMs: 50, maxMs: 2_000 }
const JITTER = 0.5

/**
 * Copies the spool to the shared database, for ever. Starts draining. Rows leave the spool only after the
 * database's COMMIT, so a repeat does no harm.
 */
export function createDrainer(options: DrainerOptions) {
  const { spool, database, check, reportDatabaseError, observer, now, random, log } = options
  let isClosing = false
  let hasWork = true
  let isIdle = false
  let pausing = new AbortController()
  let lastError: string | undefined
  let refused: { readonly batch: DrainBatch; readonly fault: StoreUnavailable } | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let writtenAt = Number.NEGATIVE_INFINITY
  let refusedSince = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let deadLettersLoggedAt = Number.NEGATIVE_INFINITY
  spool.onCommit(() => {
    hasWork = true
    // A commit ends idling, but not the back-off after a failure.
    if (isIdle) pausing.abort()
  })
  const running = run()

  async function run(): Promise<void> {
    let failures = 0
    while (!isClosing) {
      if (!hasWork) await idle()
      hasWork = false
      try {
        const isFull = (await drainOnce()) >= rowsPerTransaction
        hasWork ||= isFull
        if (isWriteDue()) await proveWrite()
        if (isCheckDue()) await lookBack()
        failures = 0
        if (!isFull) await pause(burstMs)
      } catch (error) {
        hasWork = true
        noteFailure(error)
        await pause(withJitter(backoffMs(failures, BACKOFF), JITTER, random))
        failures += 1
      }
    }
  }

  function isWriteDue(): boolean {
    return lastError !== undefined || Math.abs(now() - writtenAt) >= writeEveryMs
  }

  /** Without rows no one would notice a database that can be read and takes nothing. Throws StoreUnavailable. */
  async function proveWrite(): Promise<void> {
    const { writer, mark } = spool.progress()
    const markBefore = await database.writeMarked(noRows, { writer, mark })
    noteWritten()
    await check.found(markBefore, mark)
  }

  function isCheckDue(): boolean {
    return Math.abs(now() - checkedAt) >= checkEveryMs
  }

  async function lookBack(): Promise<void> {
    checkedAt = now()
    try {
      await check.look()
    } catch (error) {
      // Nothing waits for this response: the next look repeats the query.
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  async function idle(): Promise<void> {
    isIdle = true
    await pause(idleCheckMs)
    isIdle = false
    await pause(gatherMs)
  }

  async function drainOnce(): Promise<number> {
    const batch = await spool.undrained(rowsPerTransaction)
    const size = batchSize(batch)
    if (size === 0) return 0

    await drainOrDeadLetter(batch)
    noteWritten()
    observer.drained(size, now() - oldestQueuedAt(batch))
    return size
  }

  function noteWritten(): void {
    if (lastError !== undefined) {
      observer.waited(now() - refusedSince)
      log.info({}, 'database reachable again')
    }
    lastError = undefined
    writtenAt = now()
  }

  /** One transaction, or halves of it until what the database will never take is alone. */
  async function drainOrDeadLetter(batch: DrainBatch): Promise<void> {
    const { writer, mark } = spool.progress()
    let markBefore: number | undefined
    try {
      markBefore = await database.writeMarked(batch, { writer, mark: mark + 1 })
    } catch (error) {
      if (error instanceof StoreUnavailable) refused = { batch, fault: error }
      if (!isRecordRefused(error)) throw error
      if (batchSize(batch) === 1) return moveToDeadLetters(batch, error.cause)
      for (const half of halves(batch)) await drainOrDeadLetter(half)
      return
    }
    // First, so that what is queued again is waited for with the rest.
    await check.found(markBefore, mark)
    await spool.settle(batch, mark + 1)
  }

  async function moveToDeadLetters(
    batch: DrainBatch,
    { code, text, sql }: SqlError,
  ): Promise<void> {
    await spool.moveToDeadLetters(batch, { code, text })
    observer.refused(code)
    const origin = originOfOne(batch)
    if (origin !== undefined) reportDatabaseError({ code, text, sql, origin })
    if (now() - deadLettersLoggedAt < reportEveryMs) return
    deadLettersLoggedAt = now()
    log.error({ code, text }, 'database refuses a record for good: set aside in the spool')
    if (origin === undefined) reportDatabaseError({ code, text, sql, origin })
  }

  function noteFailure(error: unknown): void {
    const fault = error instanceof StoreUnavailable ? error : undefined
    // The database has the batch; that the spool could not note it is reported there.
    if (fault?.store === 'spool') return
    const code = fault?.engineCode ?? 'unknown'
    observer.refused(code)
    if (lastError === undefined) refusedSince = now()
    if (lastError === undefined) {
      const { text } = databaseErrorReport(fault)
      log.warn({ code, text }, 'database behind: rows wait in the spool')
    }
    lastError = code
    // Damage is reported where it is repaired, whichever query meets it first.
    if (isDamaged(code) || (fault !== undefined && reportedByRequest(fault))) return
    if (now() - reportedAt < reportEveryMs) return
    reportedAt = now()
    reportDatabaseError(databaseErrorReport(fault))
  }

  /** A lock is reported for each request whose record it holds up (spec 7); the writer of the log bounds the lines. */
  function reportedByRequest(fault: StoreUnavailable): boolean {
    if (!isLocked(fault) || refused?.fault !== fault) return false
    const reports = reportsByRequest(refused.batch, database.shown, databaseErrorReport(fault))
    reports.forEach(reportDatabaseError)
    return reports.length > 0
  }

  async function pause(ms: number): Promise<void> {
    if (isClosing) return
    pausing = new AbortController()
    try {
      await sleep(ms, undefined, { signal: pausing.signal })
    } catch {
      // Woken by a commit or by close: both mean to look again.
    }
  }

  async function drainRest(deadline: number): Promise<void> {
    while (now() < deadline && (await drainOnce()) > 0) continue
  }

  return {
    state: (): DrainState => ({ lastError }),
    /** One last try to empty the spool within the time; what stays is drained by the next start. */
    async close(drainMs: number) {
      const deadline = now() + drainMs
      isClosing = true
      pausing.abort()
      await running
      try {
        await drainRest(deadline)
        if (now() < deadline) await lookBack()
      } catch (error) {
        noteFailure(error)
      }
    },
  }
}

// Commits wake the drainer; looking now and then covers rows a failed settle has left behind.
const idleCheckMs = 5_000

/** How often the database is checked for what it acknowledged. */
const checkEveryMs = 5_000

/** Half of what "up" promises: a write was taken within the last minute. */
const writeEveryMs = 30_000

const noRows: DrainBatch = { sessions: [], ends: [], users: [], documents: [], personal: [] }
