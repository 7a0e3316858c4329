import type { SessionCache } from '../cache/cache.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseErrorReport } from '../database/error-report.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import type { Spool } from '../spool/spool.ts'
import type { SessionRow } from '../record/session.ts'

/** Notices that the shared database lacks what it had acknowledged, and has everything written again. */
export type DatabaseCheck = ReturnType<typeof createDatabaseCheck>

interface DatabaseCheckOptions {
  readonly spool: Pick<Spool, 'progress' | 'settledAfter' | 'release' | 'requeue'> &
    Pick<Spool, 'saveSession' | 'backlog' | 'state'>
  readonly database: Pick<Database, 'findMark' | 'findVersions'>
  readonly cache: Pick<SessionCache, 'sessions'>
  /** Sessions stay in the spool for their lifetime: without Redis it is the only other copy. */
  readonly keepsSessions: boolean
  /** Sessions the cache is behind on: the spool keeps its copy of these. */
  readonly heldSessions: () => ReadonlySet<string>
  /** Whether the same loss was logged a moment ago, as damage of the file. */
  readonly isLossReported: () => boolean
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
  readonly now: () => number
  readonly log: StoreLog
}

const pageSize = 500
/** Pages of one look: a storm of sign-ins leaves the spool as fast as it came. */
const maxPages = 20
/** The database may have collected what ends in this time, on its own clock. */
const endingMs = 60_000
/** Above this share of its size the spool keeps no copies; well below where it is reported to be filling. */
const copiesShare = 0.4
/** A program that continues deleting rows gets a line each this often. */
const reportEveryMs = 600_000

/** Looks only when called: between two drains, so that no transaction is half noted. */
export function createDatabaseCheck(options: DatabaseCheckOptions) {
  const { spool, database, cache, keepsSessions, heldSessions, now, log } = options
  let afterId = ''
  let reportedAt = Number.NEGATIVE_INFINITY

  /**
   * Reads back what the database should have: the mark of this spool, and some sessions in turn. Those that
   * were seen leave the spool, unless it keeps them. Throws StoreUnavailable when one does not answer.
   */
  async function look(): Promise<void> {
    const { writer, mark } = spool.progress()
    const isLacking = isBehind(await database.findMark(writer), mark)
    if (isLacking) return queueAgain()
    const isKeeping = keepsCopies()
    // What is kept is read again and again, a page at a time; the rest is read once and goes.
    for (let page = 0; page < (isKeeping ? 1 : maxPages); page += 1) {
      const sessions = await spool.settledAfter(afterId, pageSize)
      afterId = sessions.length < pageSize ? '' : (sessions.at(-1)?.id ?? '')
      if (!(await readBack(sessions, isKeeping))) return queueAgain()
      if (afterId === '') return
    }
  }

  /** False when the database lacks one of them. */
  async function readBack(sessions: readonly SessionRow[], isKeeping: boolean): Promise<boolean> {
    if (sessions.length === 0) return true
    const versions = await database.findVersions(sessions.map(({ id }) => id))
    const isThere = ({ id, version }: SessionRow) => (versions.get(id) ?? -1) >= version
    const lasting = sessions.filter(({ expiresAt }) => expiresAt > now() + endingMs)
    if (!lasting.every(isThere)) return false
    const held = heldSessions()
    const seen = sessions.filter((session) => isThere(session) && !held.has(session.id))
    if (!isKeeping && seen.length > 0) await spool.release(seen.map(({ id }) => id))
    return true
  }

  function keepsCopies(): boolean {
    const { usedBytes, maxBytes } = spool.state()
    return keepsSessions && usedBytes < copiesShare * maxBytes
  }

  async function queueAgain(): Promise<void> {
    await spool.requeue()
    await queueCached()
    const { depth } = await spool.backlog()
    if (now() - reportedAt < reportEveryMs) return
    reportedAt = now()
    log.error({ records: depth }, 'database lacks what was written to it: writing it again')
    if (options.isLossReported()) return
    const text = `the database lacks what was written to it: ${depth} records are written again`
    options.reportDatabaseError({ code: 'replaced', text, sql: '', origin: undefined })
  }

  /** Sessions that left the spool before, or came from the database itself. */
  async function queueCached(): Promise<void> {
    try {
      for await (const page of cache.sessions()) {
        await Promise.all(page.map((session) => spool.saveSession(session)))
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      log.warn(
        { code: error.engineCode },
        'sessions of the cache not written to the database again',
      )
    }
  }

  return {
    look,
    /** The mark that a transaction found, which should be the last one. */
    async found(mark: number | undefined, expected: number) {
      if (isBehind(mark, expected)) await queueAgain()
    },
  }
}

function isBehind(found: number | undefined, expected: number): boolean {
  return (found ?? 0) < expected
}
