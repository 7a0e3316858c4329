import type { Replication } from '../cluster/replication.ts'
import { PhpFormatError } from '../php/format.ts'
import { areEqualBut } from '../php/equal-variables.ts'
import type { ForeignOutcome, ForeignSettings } from '../record/foreign-session.ts'
import type { SessionRow } from '../record/session.ts'
import type { Spool } from '../spool/spool.ts'
import type { ForeignLookup, ForeignLookupOptions } from './foreign-lookup.ts'
import type { ForeignRow } from './foreign-row.ts'

export interface ForeignWriterOptions
  extends
    Pick<ForeignSettings, 'viewVariables'>,
    Pick<ForeignLookupOptions, 'isShared' | 'journal' | 'deferred' | 'now'> {
  readonly sessions: Pick<ForeignLookup, 'remember' | 'drop'>
  readonly replication: Pick<Replication, 'created' | 'changed'>
  readonly spool: Pick<Spool, 'createSession' | 'saveSession'>
  /** Called with the id of each session that is written or ended. */
  readonly onWritten: (id: string) => void
}

/** Writes a row after an earlier one, for a life of so long. Durable when it resolves, but for a change of the view. */
type WriteForeignRow = (
  row: ForeignRow,
  earlier: ForeignRow | undefined,
  lifeMs: number,
) => Promise<ForeignOutcome>

/** Makes rows of another program's sessions durable, and other instances and the cache aware of them. */
export function createForeignWriter(options: ForeignWriterOptions): WriteForeignRow {
  const { sessions, replication, spool, journal, deferred, isShared, now } = options

  /** Durable when it resolves. */
  async function store(row: SessionRow, isNew: boolean): Promise<void> {
    if (journal !== undefined) await journal.append(row, isNew)
    else await (isNew ? spool.createSession(row) : spool.saveSession(row))
    deferred.forget(row.id)
  }

  /**
   * Only its times are newer, or what a user is looking at. A record in the last half of its life is rewritten: a kill must
   * not cost the session.
   */
  function isOfTheView(row: ForeignRow, earlier: ForeignRow, lifeMs: number): boolean {
    const [next, last] = [row.session?.vars, earlier.session?.vars]
    if (next === undefined || last === undefined || row.ip !== earlier.ip) return false
    if (earlier.expiresAt - now() < lifeMs / 2) return false
    return next.equals(last) || areEqualButView(options.viewVariables, next, last)
  }

  async function share(row: SessionRow, isNew: boolean): Promise<ForeignOutcome> {
    try {
      const outcome = await (isNew ? replication.created(row) : replication.changed(row))
      if (outcome !== 'ended') return 'kept'
      sessions.remember(row.id, { kind: 'ended' })
      return 'ended'
    } catch (error) {
      sessions.drop(row.id)
      throw error
    }
  }

  // The only instance responds from memory: its cache is for a restart, and learns of a write once the spool has it.
  const notifyCache = (row: SessionRow) => void share(row, false).catch(() => undefined)
  journal?.onSpooled(notifyCache)
  if (!isShared) deferred.onSpooled(notifyCache)

  return async function writeForeignRow(row, earlier, lifeMs) {
    const isDeferred =
      earlier !== undefined && isOfTheView(row, earlier, lifeMs) && deferred.put(row)
    if (!isDeferred) await store(row, earlier === undefined)
    sessions.remember(row.id, { kind: 'row', row, isOwn: false })
    options.onWritten(row.id)
    // Among several instances a write counts once the others can find it; the only one updates its cache later.
    if (journal !== undefined || (isDeferred && !isShared)) return 'kept'
    return share(row, earlier === undefined)
  }
}

function areEqualButView(view: ReadonlySet<string>, one: Buffer, other: Buffer): boolean {
  try {
    return areEqualBut(view, one, other)
  } catch (error) {
    if (!(error instanceof PhpFormatError)) throw error
    return false
  }
}
