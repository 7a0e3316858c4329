import type { StoreLog } from '../observer/observer.ts'
import type { Spool } from '../spool/spool.ts'
import type { ForeignRow } from './foreign-row.ts'

/**
 * Rows that were acknowledged from memory: of each session the latest goes to the spool, at once after a pause and then at
 * most once in so long a time. A kill loses what waits here, which is never a session.
 */
export interface DeferredRows {
  /** False where there is no room for it: it has to be written in another way. */
  put(row: ForeignRow): boolean
  /** What the spool may not have yet. */
  find(id: string): ForeignRow | undefined
  /** A newer row is durable, or someone ended the session permanently: what waits of it is not needed any more. */
  forget(id: string): void
  /** Calls back for each row that the spool has got. */
  onSpooled(listener: (row: ForeignRow) => void): void
  readonly size: number
  /** Everything goes to the spool; what it does not take is lost. */
  close(): Promise<void>
}

interface DeferredRowsOptions {
  readonly spool: Pick<Spool, 'saveSession'>
  /** Between two rows of one session. */
  readonly pauseMs: number
  /** Of variables that wait. Half of it is as much as the spool is spared. */
  readonly maxBytes: number
  readonly now: () => number
  readonly log: StoreLog
}

/** Rows gather for so long. */
const GATHER_MS = 250
/** A transaction of the spool: larger ones would keep those waiting who write meanwhile. */
const ROWS_AT_ONCE = 64
/** The spool did not take them: tried again after this time. */
const RETRY_MS = 1_000

/** Holds nothing yet, and no timer while it holds nothing. */
export function createDeferredRows(options: DeferredRowsOptions): DeferredRows {
  const { spool, pauseMs, maxBytes, now, log } = options
  const rows = new Map<string, ForeignRow>()
  /** When the spool was last given a row of a session; forgotten after the pause. */
  const givenAt = new Map<string, number>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let handing: Promise<void> | undefined
  let isClosed = false
  let notifySpooled: (row: ForeignRow) => void = () => undefined

  function remove(id: string): void {
    bytes -= rows.get(id)?.size ?? 0
    rows.delete(id)
  }

  function schedule(ms: number): void {
    if (isClosed || rows.size === 0) return
    timer ??= setTimeout(() => {
      timer = undefined
      handing = handOver(dueRows()).then((isTaken) => schedule(isTaken ? GATHER_MS : RETRY_MS))
    }, ms)
  }

  function dueRows(): readonly ForeignRow[] {
    const before = now() - pauseMs
    for (const [id, at] of givenAt) if (at <= before) givenAt.delete(id)
    const isPressed = bytes > maxBytes / 2
    return [...rows.values()].filter(({ id }) => isPressed || !givenAt.has(id))
  }

  /** Whether the spool took them all; what it refuses waits on. Never rejects. */
  async function handOver(due: readonly ForeignRow[]): Promise<boolean> {
    try {
      for (let at = 0; at < due.length; at += ROWS_AT_ONCE) {
        await Promise.all(due.slice(at, at + ROWS_AT_ONCE).map(handOverOne))
      }
      return true
    } catch (error) {
      log.warn({ rows: rows.size, reason: String(error) }, 'view state waits for the spool')
      return false
    }
  }

  async function handOverOne(row: ForeignRow): Promise<void> {
    await spool.saveSession(row)
    givenAt.set(row.id, now())
    if (rows.get(row.id) === row) remove(row.id)
    notifySpooled(row)
  }

  return {
    put(row) {
      if (isClosed || bytes + row.size > maxBytes) return false
      remove(row.id)
      rows.set(row.id, row)
      bytes += row.size
      schedule(GATHER_MS)
      return true
    },
    find: (id) => rows.get(id),
    forget: remove,
    onSpooled: (listener) => {
      notifySpooled = listener
    },
    get size() {
      return rows.size
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await handing
      await handOver([...rows.values()])
    },
  }
}
