import type { Database } from '../database/database.ts'
import {
  type Lifetimes,
  expiryOf,
  type SessionRecord,
  recordOf,
  type SessionRow,
} from '../record/session.ts'
import type { ForeignSettings } from '../record/foreign-session.ts'
import { PhpFormatError } from '../php/format.ts'
import { readNamedVariables } from '../php/named-variables.ts'
import { variableNames } from '../php/variable-names.ts'
import type { Spool } from '../spool/spool.ts'

/** A walk over all sessions, for an administrator: never on the way of a request. */
export interface SessionScan {
  /**
   * Live sessions of all instances, a page at a time; each once. What this process has not yet
   * drained comes first. Throws StoreUnavailable, possibly after some pages.
   */
  pages(): AsyncGenerator<readonly ScannedSession[]>
}

/** A live session. */
export interface ScannedSession {
  /** Another program's; its variables are those alone that say who it is. */
  readonly isForeign: boolean
  readonly record: SessionRecord
}

interface SessionScanOptions {
  readonly spool: Pick<Spool, 'sessionsAfter' | 'endsAfter'>
  readonly database: Pick<Database, 'sessionsAfter'>
  readonly lifetimes: Lifetimes
  /** Another program keeps its sessions here as well. */
  readonly foreign: Pick<ForeignSettings, 'ownVariable' | 'lifetimeMs'> | undefined
  readonly now: () => number
}

const pageSize = 500
/** Variables of Roundcube's sessions (spec 2.3). */
const WHO = ['username', 'login_time']

/** Reads the spool and then the shared database, each page in one query. */
export function createSessionScan(options: SessionScanOptions): SessionScan {
  const { spool, database, lifetimes, foreign, now } = options

  function alive(page: readonly SessionRow[]): readonly ScannedSession[] {
    return page.flatMap((row) => {
      const isForeign = foreign !== undefined && isOfAnother(row, foreign.ownVariable)
      const records = readable(() => (isForeign ? foreignRecordOf(row) : recordOf(row)))
      return records
        .map((record) => ({ isForeign, record }))
        .filter(({ record }) => now() < (isForeign ? endOf(row) : expiryOf(record, lifetimes)))
    })
  }

  /** Rows that the other program wrote itself do not say when they end. */
  function endOf({ version, changedAt, expiresAt }: SessionRow): number {
    return version === 0 && foreign !== undefined ? changedAt + foreign.lifetimeMs : expiresAt
  }

  async function* pages(): AsyncGenerator<readonly ScannedSession[]> {
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

function isOfAnother({ vars }: SessionRow, ownVariable: string): boolean {
  const names = readable(() => variableNames(Buffer.from(vars, 'base64')))
  return names.length > 0 && !names.flat().includes(ownVariable)
}

function foreignRecordOf({ vars, ...row }: SessionRow): SessionRecord {
  const { id, ip, changedAt, createdAt, version } = row
  const variables = readNamedVariables(Buffer.from(vars, 'base64'), WHO)
  return { id, variables, ip, changedAt, createdAt, version }
}

/** A record no one can read is no one's session. */
function readable<Value>(read: () => Value): readonly Value[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof PhpFormatError) return []
    throw error
  }
}
