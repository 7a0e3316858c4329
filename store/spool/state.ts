import type { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import { integer } from '../sql/row.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** How the spool's file is doing. */
export interface SpoolState {
  readonly usedBytes: number
  readonly maxBytes: number
  /** Code of the last commit, if it failed. */
  readonly writeError: string | undefined
  /** Whether the second file of the spool is there and has everything. */
  readonly hasCopy: boolean
}

interface SpoolWatchOptions {
  readonly sqlite: Sqlite
  readonly maxBytes: number
  readonly now: () => number
  readonly log: StoreLog
}

// Often enough that a storm of sign-ins passes the limit by little.
const measureEveryMs = 500

/**
 * Follows the commits: reports the log when something changes, and whether there is room for more sessions.
 * Measures once at the start. Throws what the engine throws.
 */
export async function watchSpool(options: SpoolWatchOptions) {
  const { sqlite, maxBytes, now, log } = options
  let usedBytes = await measure(sqlite)
  let measuredAt = now()
  let writeError: string | undefined

  /** A commit of writes that changed nothing proves nothing; this one always touches the disk. */
  async function proveWritable(): Promise<void> {
    try {
      await sqlite.run('PRAGMA user_version = 0')
      writeError = undefined
      log.info({}, 'spool can be written again')
    } catch {
      // Still as before.
    }
  }

  return {
    /** Never rejects. */
    async committed() {
      if (writeError !== undefined) await proveWritable()
      const wasFull = usedBytes >= maxBytes
      if (!wasFull && Math.abs(now() - measuredAt) < measureEveryMs) return
      measuredAt = now()
      // The commit stands, whatever becomes of this: the next one measures again.
      usedBytes = await measure(sqlite).catch(() => usedBytes)
      if (!wasFull && usedBytes >= maxBytes) {
        log.error({ usedBytes, maxBytes }, 'spool is full: new sessions are refused')
      }
      if (wasFull && usedBytes < maxBytes) log.info({}, 'spool has room again')
    },
    failed({ engineCode, cause }: StoreUnavailable) {
      if (writeError === undefined) {
        const text = cause instanceof Error ? cause.message : ''
        log.error({ code: engineCode, text }, 'spool cannot be written: new sessions are refused')
      }
      writeError = engineCode
    },
    /** Above its size only what is there already may be written. */
    isFull: () => usedBytes >= maxBytes,
    state: (): Omit<SpoolState, 'hasCopy'> => ({ usedBytes, maxBytes, writeError }),
  }
}

/** What holds something: deleted rows leave room that is used before the file grows. */
async function measure(sqlite: Sqlite): Promise<number> {
  const [row] = await sqlite.all(
    `SELECT (page_count - freelist_count) * page_size AS used
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  )
  return row === undefined ? 0 : integer(row, 'used')
}
