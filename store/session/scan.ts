import type { Database } from '../database/database.ts'
import {
  type Lifetimes,
  expiryOf,
  type SessionRecord,
  recordOf,
  type SessionRow,
} from '../record/session.ts'
import { PhpFormatError } from '../php/format.ts'
import type { Spool } from '../spool/spool.ts'

/** A walk over all sessions, for an administrator: never on the way of a request. */
export interface SessionScan {
  /**
   * Live sessions of all instances, a page at a time; each once. What this process has not yet
   * drained comes first. Throws StoreUnavailable, possibly after some pages.
   */
  pages(): AsyncGenerator<readonly SessionRecord[]>
}

interface SessionScanOptions {
  readonly spool: Pick<Spool, 'sessionsAfter' | 'endsAfter'>
  readonly database: Pick<Database, 'sessionsAfter'>
  readonly lifetimes: Lifetimes
  readonly now: () => number
}

const pageSize = 500

/** Reads the spool and then the shared database, each page in one query. */
export function createSessionScan(options: SessionScanOptions): SessionScan {
  const { spool, database, lifetimes, now } = options

  function alive(page: readonly SessionRow[]): readonly SessionRecord[] {
    return page.flatMap(readable).filter((record) => now() < expiryOf(record, lifetimes))
  }

  async function* pages(): AsyncGenerator<readonly SessionRecord[]> {
    // The database may still have what is newer or ended here.
    const known = new Set<string>()
    for await (const page of walk((id) => spool.endsAfter(id, pageSize))) {
      for (const { id } of page) known.add(id)
    }
    for await (const page of walk((id) => spool.sessionsAfter(id, pageSize))) {
      for (const { id } of page) known.add(id)
      yield alive(page)
    }
    for await (const page of walk((id) => database.sessionsAfter(id, pageSize))) {
      yield alive(page.filter(({ id }) => !known.has(id)))
    }
  }

  return { pages }
}

async function* walk<Entry extends { readonly id: string }>(
  after: (id: string) => Promise<readonly Entry[]>,
): AsyncGenerator<readonly Entry[]> {
  let page = await after('')
  while (page.length > 0) {
    yield page
    page = await after(page.at(-1)?.id ?? '')
  }
}

/** A record nobody can read is nobody's session. */
function readable(session: SessionRow): readonly SessionRecord[] {
  try {
    return [recordOf(session)]
  } catch (error) {
    if (error instanceof PhpFormatError) return []
    throw error
  }
}
