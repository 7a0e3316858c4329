import type { SessionRow } from '../record/session.ts'
import type { Spool } from '../spool/spool.ts'
import { spoolFault } from '../sql/sqlite-fault.ts'
import { pathsIn, removeSegments } from './files.ts'
import { decodeRows } from './rows.ts'
import { readSegment } from './segment.ts'

/**
 * Passes everything a former process left in its journal to the spool, and removes the files. To be called before anyone
 * queries the spool for sessions. Throws StoreUnavailable, and then the files stay.
 */
export async function replayJournal(
  directory: string,
  spool: Pick<Spool, 'saveSession'>,
  now: () => number,
): Promise<void> {
  const alive = await readJournal(directory, now)
  await Promise.all(alive.map((row) => spool.saveSession(row)))
  await removeSegments(directory)
}

/** The sessions that a former process left in its journal, those that the spool has got by then included. Throws StoreUnavailable. */
export async function readJournal(
  directory: string,
  now: () => number,
): Promise<readonly SessionRow[]> {
  const found = await Promise.all(pathsIn(directory).map(readSegment)).catch((error: unknown) => {
    throw spoolFault(error)
  })
  const batches = found.flat().sort((one, another) => one.generation - another.generation)
  const latest = new Map<string, SessionRow>()
  for (const { payload } of batches) {
    for (const row of decodeRows(payload)) latest.set(row.id, row)
  }
  // What has expired may have been ended and collected since: it must not come back.
  return [...latest.values()].filter(({ expiresAt }) => now() < expiresAt)
}
