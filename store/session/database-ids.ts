import type { Database } from '../database/database.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'

/** Which ids the shared database has, for as long as it does not respond: a new id need not wait for it. */
export interface DatabaseIds {
  /** Certain of what the last walk and this process's own writes tell; false when there was no whole walk. */
  lacks(id: string): boolean
  /** Ids that are about to be written there. */
  add(ids: readonly string[]): void
  close(): void
}

interface DatabaseIdsOptions {
  readonly database: Pick<Database, 'sessionIdsAfter'>
  /** Another program may write its own rows: they are looked for this often. */
  readonly everyMs: number
  /** Beyond so many nothing is certain. */
  readonly maxIds: number
  readonly log: Pick<StoreLog, 'info'>
}

const PAGE_SIZE = 5_000
/** After a walk that came to nothing. */
const RETRY_MS = 10_000

/** Walks over the ids at once and by a timer. A walk that meets a lock leaves the ids of the one before. */
export function createDatabaseIds(options: DatabaseIdsOptions): DatabaseIds {
  const { database, everyMs, maxIds, log } = options
  let known: Set<string> | undefined
  let walked: Set<string> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  void walk()

  async function walk(): Promise<void> {
    walked = new Set()
    try {
      known = (await readAll(walked)) ? walked : undefined
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      log.info(
        { code: error.engineCode },
        'ids of the database not read: the next walk tries again',
      )
    } finally {
      walked = undefined
    }
    if (isClosed) return
    timer = setTimeout(() => void walk(), known === undefined ? RETRY_MS : everyMs)
    timer.unref()
  }

  /** Whether all of them are in the set. */
  async function readAll(ids: Set<string>): Promise<boolean> {
    let page = await database.sessionIdsAfter('', PAGE_SIZE)
    while (page.length > 0 && !isClosed && ids.size <= maxIds) {
      for (const id of page) ids.add(id)
      page = await database.sessionIdsAfter(page.at(-1) ?? '', PAGE_SIZE)
    }
    return page.length === 0
  }

  return {
    lacks: (id) => known !== undefined && !known.has(id),
    add(ids) {
      for (const id of ids) {
        known?.add(id)
        walked?.add(id)
      }
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
