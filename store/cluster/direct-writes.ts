import type { Database } from '../database/database.ts'
import { databaseTimedOut, StoreUnavailable } from '../fault/unavailable.ts'
import { createGroupCommit } from '../spool/group-commit.ts'
import type { SessionEnd } from '../spool/sessions.ts'
import { isRecordRefused } from '../database/sql-error.ts'
import type { StoredDocument } from '../record/document.ts'
import type { SessionRow } from '../record/session.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'

/**
 * Writes straight to the shared database, for what must not wait for the drainer. The spool drains the
 * same rows again, which does no harm. Every method throws StoreUnavailable.
 */
export interface DirectWrites {
  session(session: SessionRow): Promise<void>
  end(end: SessionEnd): Promise<void>
  document(document: StoredDocument): Promise<void>
}

type DirectWrite =
  | { readonly kind: 'session'; readonly session: SessionRow }
  | { readonly kind: 'end'; readonly end: SessionEnd }
  | { readonly kind: 'document'; readonly document: StoredDocument }

interface DirectWritesOptions {
  readonly database: Pick<Database, 'write'>
  readonly maxQueuedWrites: number
  /** A write that takes longer counts as not made. */
  readonly limitMs: number
}

/** One transaction at a time; what comes meanwhile shares the next one. */
export function createDirectWrites(options: DirectWritesOptions): DirectWrites {
  const { database, maxQueuedWrites, limitMs } = options
  const commits = createGroupCommit<DirectWrite>({
    store: 'database',
    maxWritesPerCommit: 256,
    maxQueuedWrites,
    commit: (writes) => writeRetrying(database, writes),
  })

  async function write(one: DirectWrite): Promise<void> {
    try {
      await commits.add(one)
    } catch (error) {
      // Another record of the transaction may be the one the database will never take.
      if (!isRecordRefused(error)) throw error
      await writeRetrying(database, [one])
    }
  }

  const add = (one: DirectWrite) => withDeadline(write(one), limitMs, databaseTimedOut)

  return {
    session: (session) => add({ kind: 'session', session }),
    end: (end) => add({ kind: 'end', end }),
    document: (document) => add({ kind: 'document', document }),
  }
}

// Other instances and the drainers write the same tables; a deadlock's victim has only to ask again.
const deadlockCodes: ReadonlySet<string> = new Set(['1213', '40P01', '40001'])
const maxAttempts = 5

/** Not from the spool; who waits for it names the request when it fails. */
const nowhere = { seq: 0, queuedAt: 0 }

async function writeRetrying(
  database: Pick<Database, 'write'>,
  writes: readonly DirectWrite[],
): Promise<void> {
  const batch = {
    sessions: writes.flatMap((write) =>
      write.kind === 'session' ? [{ ...nowhere, session: write.session }] : [],
    ),
    ends: writes.flatMap((write) => (write.kind === 'end' ? [{ ...nowhere, ...write.end }] : [])),
    users: [],
    documents: writes.flatMap((write) =>
      write.kind === 'document' ? [{ ...nowhere, document: write.document }] : [],
    ),
    personal: [],
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.write(batch)
      return
    } catch (error) {
      const isDeadlock = error instanceof StoreUnavailable && deadlockCodes.has(error.engineCode)
      if (!isDeadlock || attempt === maxAttempts) throw error
    }
  }
}
