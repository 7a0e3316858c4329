import { join } from 'node:path'
import { countWaiting, examineSqlite } from '../database/examine.ts'
import { readJournal } from '../journal/replay.ts'

/** What a spool holds that the database has not got. */
export type Unwritten =
  | { readonly kind: 'counted'; readonly records: number }
  /** A running process has it open. */
  | { readonly kind: 'held' }
  | { readonly kind: 'damaged' }

/** Looks into the spool and the journal of a Postern that does not run; changes nothing. Throws StoreUnavailable. */
export async function examineUnwritten(dataDir: string, now: () => number): Promise<Unwritten> {
  const path = join(dataDir, 'spool.db')
  const { kind } = await examineSqlite(path)
  if (kind === 'locked') return { kind: 'held' }
  if (kind === 'damaged') return { kind }
  const waiting = kind === 'missing' ? 0 : ((await countWaiting(path)) ?? 0)
  const journal = await readJournal(dataDir, now)
  return { kind: 'counted', records: waiting + journal.length }
}
