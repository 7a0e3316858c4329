import type { StoreLog } from '../../observer/observer.ts'
import { duplicate, removeSqlite } from './files.ts'
import type { Sqlite } from '../../sql/sqlite.ts'

/** The second file of the spool, which gets every transaction too, so that damage to one costs nothing. */
export interface SpoolCopy {
  /** Applies a transaction; says whether the copy has it. Never rejects. */
  apply(work: (sqlite: Sqlite) => Promise<void>): Promise<boolean>
  /** The spool has a transaction that the copy lacks: it is given up, and made anew some time later. */
  drop(): Promise<void>
  /** Makes a missing copy anew when it is time. To be called between transactions. */
  restore(): Promise<void>
  isThere(): boolean
  close(): Promise<void>
}

interface SpoolCopyOptions {
  readonly path: string
  readonly copy: Sqlite | undefined
  readonly original: Sqlite
  readonly now: () => number
  readonly log: StoreLog
}

/** A disk that was full may have room by then; each attempt writes the whole spool. */
const retryEveryMs = 60_000

/** Goes on with the copy that is open. */
export function createSpoolCopy(options: SpoolCopyOptions): SpoolCopy {
  const { path, original, now, log } = options
  let copy = options.copy
  let droppedAt = now()

  return {
    async apply(work) {
      if (copy === undefined) return true
      try {
        await work(copy)
        return true
      } catch {
        return false
      }
    },
    async drop() {
      log.error({}, 'spool copy cannot be written: going on without it')
      const dropped = copy
      copy = undefined
      droppedAt = now()
      await dropped?.close().catch(() => undefined)
      // It lacks something now; a disk that does not even remove it is met by the next start.
      await removeSqlite(path).catch(() => undefined)
    },
    async restore() {
      if (copy !== undefined || now() - droppedAt < retryEveryMs) return
      droppedAt = now()
      copy = await duplicate(original, path, log)
      if (copy !== undefined) log.info({}, 'spool copy made anew')
    },
    isThere: () => copy !== undefined,
    close: async () => copy?.close(),
  }
}
