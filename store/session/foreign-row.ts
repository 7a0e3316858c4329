import type { ForeignSession } from '../record/foreign-session.ts'
import type { SessionRow } from '../record/session.ts'

/**
 * A row of another program's session. Of its two forms, the bytes that are read and compared and the base64 that is kept, each
 * is made when it is first requested: of what a user looks at few rows are kept.
 */
export interface ForeignRow extends SessionRow {
  /** undefined: the row says that the session ended. */
  readonly session: ForeignSession | undefined
  /** Characters of `vars`. */
  readonly size: number
}

/** All of a row but its session. */
type RowTimes = Pick<SessionRow, 'id' | 'createdAt' | 'version' | 'expiresAt'>

/** The row of a session that was written now. The bytes must be no one else's. */
export function rowOfSession(session: ForeignSession, times: RowTimes): ForeignRow {
  const { vars: bytes, ip, changed } = session
  let vars: string | undefined
  return {
    id: times.id,
    ip,
    changedAt: changed * 1_000,
    createdAt: times.createdAt,
    version: times.version,
    expiresAt: times.expiresAt,
    session: bytes.length === 0 ? undefined : session,
    size: Math.ceil(bytes.length / 3) * 4,
    get vars() {
      vars ??= bytes.toString('base64')
      return vars
    },
  }
}

/** The row that a tier has kept. */
export function foreignRow(row: SessionRow): ForeignRow {
  const { id, vars, ip, changedAt, createdAt, version, expiresAt } = row
  let session: ForeignSession | undefined
  return {
    id,
    vars,
    ip,
    changedAt,
    createdAt,
    version,
    expiresAt,
    size: vars.length,
    get session() {
      if (vars === '') return undefined
      session ??= { vars: Buffer.from(vars, 'base64'), ip, changed: Math.floor(changedAt / 1_000) }
      return session
    },
  }
}
