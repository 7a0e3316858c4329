import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import type { SessionRow } from '../record/session.ts'
import { createGroupCommit } from '../spool/group-commit.ts'
import type { Spool } from '../spool/spool.ts'
import { spoolFault } from '../sql/sqlite-fault.ts'
import { createSegments, removeSegments } from './files.ts'
import { encodeRows } from './rows.ts'

/**
 * Sessions on their way to the spool. One write with its sync makes them durable, which takes a fraction of a
 * transaction of the spool; they follow there some time later, of each session the latest.
 */
export interface SessionJournal {
  /** Durable when it resolves. Throws StoreUnavailable, also where the spool could not take it. */
  append(row: SessionRow, isNew: boolean): Promise<void>
  /** What the spool may not have yet. */
  find(id: string): SessionRow | undefined
  /** Ids of the rows that the spool may not have yet. */
  ids(): readonly string[]
  /** Rows that the spool has not got. */
  readonly size: number
  /** A user ended the session permanently: what waits of it is not needed any more. */
  forget(id: string): void
  /** Calls back for each row that the spool has got. */
  onSpooled(listener: (row: SessionRow) => void): void
  /** Everything goes to the spool; what it does not take stays for the next start. */
  close(): Promise<void>
}

/** What it is opened with. */
export interface JournalOptions {
  readonly directory: string
  readonly spool: Pick<Spool, 'saveSession' | 'state'>
  /** What is written goes to the spool after this time. */
  readonly flushMs: number
  /** A file that is fuller goes to the spool at once, and with both full nothing is taken. */
  readonly maxBytes: number
  readonly maxQueuedWrites: number
  readonly log: StoreLog
}

/** A transaction of the spool: larger ones would keep those waiting who write meanwhile. */
const ROWS_AT_ONCE = 64
/** The spool did not take them: tried again after this time. */
const RETRY_MS = 1_000

/** Opens an empty journal: whatever was left of another one has been replayed. Throws StoreUnavailable. */
export async function openJournal(options: JournalOptions): Promise<SessionJournal> {
  const { directory, spool, flushMs, maxBytes, maxQueuedWrites, log } = options
  const [first, second] = await createSegments(directory)
  let [active, other] = [first, second]
  let generation = 1
  active.restart(generation)
  /** Rows that the spool has not got: those of the active file, and those of the other one, on their way. */
  let waiting = new Map<string, SessionRow>()
  let leaving: Map<string, SessionRow> | undefined
  let isWriting = false
  let flushing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let notifySpooled: (row: SessionRow) => void = () => undefined

  const commits = createGroupCommit<SessionRow>({
    store: 'spool',
    maxWritesPerCommit: 256,
    maxQueuedWrites,
    async commit(rows) {
      isWriting = true
      try {
        await active.append(encodeRows(rows))
        for (const row of rows) waiting.set(row.id, row)
      } catch (error) {
        throw spoolFault(error)
      } finally {
        isWriting = false
      }
      if (active.bytes > maxBytes / 2) flush()
      else schedule(flushMs)
    },
  })

  function schedule(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      flush()
    }, ms)
  }

  /** Changes the files between two writes, so that each row waits in the map of its file. */
  function flush(): void {
    // What the spool has not taken must not be written over.
    if (leaving !== undefined || waiting.size === 0) return
    // It ends soon, and leaves a timer behind.
    if (isWriting) {
      schedule(1)
      return
    }
    leaving = waiting
    waiting = new Map()
    ;[active, other] = [other, active]
    generation += 1
    active.restart(generation)
    flushing = handOver(leaving).finally(() => {
      flushing = undefined
      if (waiting.size > 0) schedule(flushMs)
    })
  }

  /** Never rejects. What the spool refuses stays durable in its file, and is offered again. */
  async function handOver(rows: Map<string, SessionRow>): Promise<void> {
    while (rows.size > 0) {
      const next = [...rows.values()].slice(0, ROWS_AT_ONCE)
      try {
        await Promise.all(next.map((row) => handOverOne(rows, row)))
      } catch (error) {
        log.warn({ rows: rows.size, reason: String(error) }, 'journal waits for the spool')
        if (isClosed) return
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
    leaving = undefined
  }

  async function handOverOne(rows: Map<string, SessionRow>, row: SessionRow): Promise<void> {
    await spool.saveSession(row)
    if (rows.get(row.id) === row) rows.delete(row.id)
    notifySpooled(row)
  }

  return {
    async append(row, isNew) {
      const { usedBytes, maxBytes: spoolBytes, writeError } = spool.state()
      if (isNew && usedBytes >= spoolBytes) throw new StoreUnavailable('spool', 'full', undefined)
      if (active.bytes > maxBytes) throw new StoreUnavailable('spool', 'queue_full', undefined)
      if (writeError === undefined) return commits.add(row)
      // The disk may work again, which only a write to it shows.
      await spool.saveSession(row)
      waiting.set(row.id, row)
      schedule(flushMs)
    },
    find: (id) => waiting.get(id) ?? leaving?.get(id),
    ids: () => [...waiting.keys(), ...(leaving?.keys() ?? [])],
    get size() {
      return waiting.size + (leaving?.size ?? 0)
    },
    forget(id) {
      waiting.delete(id)
      leaving?.delete(id)
    },
    onSpooled: (listener) => {
      notifySpooled = listener
    },
    async close() {
      isClosed = true
      await commits.close()
      clearTimeout(timer)
      await flushing
      flush()
      await flushing
      await Promise.all([first.close(), second.close()])
      if (leaving === undefined) await removeSegments(directory)
    },
  }
}
