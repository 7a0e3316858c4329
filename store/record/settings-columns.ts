import { integer, text } from '../sql/row.ts'
import type { SqlRow } from '../sql/row.ts'
import type { OwnerSettings } from './users.ts'

/** The columns `settings` and `settings_ms` of a user's row, in the spool as in the database. */
export function settingsOf(row: SqlRow): OwnerSettings | undefined {
  if (typeof row['settings'] !== 'string') return undefined
  return { text: text(row, 'settings'), changedAt: integer(row, 'settings_ms') }
}

/** The later of two; undefined when there is none. */
export function latestSettings(
  one: OwnerSettings | undefined,
  other: OwnerSettings | undefined,
): OwnerSettings | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.changedAt > one.changedAt ? other : one
}
